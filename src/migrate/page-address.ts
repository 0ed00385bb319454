import { githubSlug } from "../server/content/markdown/anchor-style.ts";
import { PAGE_EXTENSION } from "../server/content/page-path.ts";
import type { SourcePage } from "./adoption.ts";
import * as data from "./source/data.ts";

/** @returns The address of a page file, without its ending and without the name of an index. */
export function stemOf(name: string): string {
	return `/${name.replace(PAGE_EXTENSION, "")}`.replace(/\/(?:_?index|readme)$/i, "") || "/";
}

/** @returns The address of a page file with the ending of HTML: a README is an index. */
export function htmlOf(name: string): string {
	return `/${name.replace(/(?:^|(?<=\/))readme\.md$/i, "index.md").replace(/\.md$/, ".html")}`;
}

/** @returns The address in the front matter. */
export function ownAddress({ frontMatter }: SourcePage, key: string): string | undefined {
	return data.text(frontMatter[key]);
}

/** Removes a pattern at the start of each segment of a path, such as a number that only sets the order. */
export function withoutPrefixes(path: string, pattern: RegExp): string {
	return path
		.split("/")
		.map((part) => part.replace(pattern, ""))
		.join("/");
}

export function isExternal(target: string): boolean {
	return /^[a-z][a-z\d+.-]*:/i.test(target);
}

export function trimSlashes(path: string): string {
	return path.replace(/^\/|\/$/g, "");
}

/** Replaces the last segment of an address, or all of it when the new one starts with a slash. */
export function withLast(address: string, last: string): string {
	return last.startsWith("/") ? last : `${address.slice(0, address.lastIndexOf("/"))}/${last}`;
}

/** Converts the segments of a path to slugs, like `github-slugger`. */
export function slugPath(address: string): string {
	return address.split("/").map(githubSlug).join("/");
}
