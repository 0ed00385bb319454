import type { SourcePage } from "./adoption.ts";
import { asText } from "./source/read-data.ts";

/** @returns The address of a page file, without its ending and without the name of an index. */
export function stemOf(name: string): string {
	return `/${name.replace(/\.mdx?$/i, "")}`.replace(/\/(?:_?index|readme)$/i, "") || "/";
}

/** @returns The address in the front matter, under the first key with a text. */
export function ownAddress(
	{ frontMatter }: SourcePage,
	keys: readonly string[],
): string | undefined {
	return keys.map((key) => asText(frontMatter[key])).find((value) => value !== undefined);
}

/** Replaces the last segment of an address, or all of it when the new one starts with a slash. */
export function withLast(address: string, last: string): string {
	return last.startsWith("/") ? last : `${address.slice(0, address.lastIndexOf("/"))}/${last}`;
}

/** Makes slugs like Astro. */
export function slugPath(address: string): string {
	return address
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\-/ ]/gu, "")
		.replaceAll(" ", "-");
}
