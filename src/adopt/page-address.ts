import type { SourcePage } from "./adoption.ts";
import { asText } from "./read-data.ts";

/** Without the ending of a page file, and without the name of an index. */
export function stemOf(name: string): string {
	return `/${name.replace(/\.mdx?$/i, "")}`.replace(/\/(?:_?index|readme)$/i, "") || "/";
}

/** The address that the front matter gives, under the first key that has one. */
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

/** As Astro makes them out of the names of files. */
export function slugPath(address: string): string {
	return address
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\-/ ]/gu, "")
		.replaceAll(" ", "-");
}
