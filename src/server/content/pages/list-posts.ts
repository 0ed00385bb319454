import type { Author } from "../front-matter/to-front-matter.ts";
import type { Page } from "./page.ts";

/** A page of a blog. */
export interface Post {
	readonly page: Page;
	/** Milliseconds since the Unix epoch; absent if neither the author nor git has a date. */
	readonly dateMs: number | undefined;
	readonly authors: readonly Author[];
	readonly tags: readonly string[];
}

type Pages = ReadonlyMap<string, Page>;

/** Returns the index page of the blog to which a page belongs. */
export function blogOf(pages: Pages, path: string): Page | undefined {
	for (let folder = parentOf(path); folder !== undefined; folder = parentOf(folder)) {
		const page = pages.get(folder);
		if (page !== undefined && isBlog(page)) return page;
	}
	return undefined;
}

/**
 * The posts of a blog, newest first. Posts without a date are last. Posts with the same date are
 * sorted by title.
 *
 * @param blog Path of its index.
 * @param isListed Whether lists may contain a page now.
 */
export function listPosts(
	pages: Pages,
	blog: string,
	isListed: (page: Page) => boolean,
): readonly Post[] {
	const prefix = blog === "/" ? "/" : `${blog}/`;
	return [...pages.values()]
		.filter((page) => page.path.startsWith(prefix) && page.path !== blog && !isBlog(page))
		.filter(({ navigation }) => navigation !== false)
		.filter(isListed)
		.map(postOf)
		.toSorted(newestFirst);
}

export function postOf(page: Page): Post {
	const { authors = [], tags = [] } = page.frontMatter;
	return { page, dateMs: dateOf(page), authors, tags };
}

/** Ignores the modification time of the file, because a copy of the file has a new one. */
function dateOf({ file, frontMatter, committed }: Page): number | undefined {
	const [inName] = /\d{4}-\d{2}-\d{2}(?=-[^/]*$)/.exec(file) ?? [];
	const named = inName === undefined ? Number.NaN : Date.parse(inName);
	const { date = Number.isNaN(named) ? frontMatter.publishAt : named } = frontMatter;
	return date ?? committed?.firstMs;
}

function newestFirst(one: Post, other: Post): number {
	const [mine, its] = [one.dateMs ?? -Infinity, other.dateMs ?? -Infinity];
	if (mine !== its) return its > mine ? 1 : -1;
	const key = one.page.title === other.page.title ? "path" : "title";
	return one.page[key] < other.page[key] ? -1 : 1;
}

function isBlog({ frontMatter }: Page): boolean {
	return frontMatter.type === "blog";
}

function parentOf(path: string): string | undefined {
	if (path === "/") return undefined;
	return path.slice(0, path.lastIndexOf("/")) || "/";
}
