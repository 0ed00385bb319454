import type { Heading } from "../../../shared/page/payload.ts";
import type { FrontMatter, PageNavigationEntry } from "../front-matter/to-front-matter.ts";

/** One page of a revision, ready to be shown. */
export interface Page extends PageFacts {
	/** The rendered body, with every link and image resolved; unpacked each time. */
	readonly html: string;
	readonly headings: readonly Heading[];
}

/** A page as it passes from one thread to another. */
export interface PageRecord extends PageFacts {
	readonly packedBody: Uint8Array;
	/** What stands in the gaps of the body, with a NUL between. */
	readonly fills: string;
}

/** What is known of a page without unpacking its body. */
export interface PageFacts {
	/** The true path: it keeps the letter case of the file, without number prefixes and extension. */
	readonly path: string;
	/** Relative to the site folder, with forward slashes. */
	readonly file: string;
	/** Of the front matter, else the first `h1` of the body, else of the path; empty for an untitled index. */
	readonly title: string;
	/** `false` keeps the page out of every listing, but not out of the site. */
	readonly navigation: PageNavigationEntry | false;
	/** `image` and `redirect` are resolved: an absolute URL, or a URL path with its base path. */
	readonly frontMatter: FrontMatter;
	/** `false`: its file cannot be read, and never could. It is not known whether it may be seen. */
	readonly isReadable: boolean;
	/** Whether the body brings its own `h1`. */
	readonly hasHeading: boolean;
	/** Milliseconds since the Unix epoch. */
	readonly modifiedMs: number;
	/** When git has the file from, and its last change; absent where git knows nothing of it. */
	readonly committed?: CommitTimes | undefined;
	/** Hash of the file's bytes, and of what they were rendered to. */
	readonly digest: string;
}

/** Milliseconds since the Unix epoch. */
export interface CommitTimes {
	readonly firstMs: number;
	readonly lastMs: number;
}

/**
 * Says whether visitors may see a page now: it is no draft, its day has come, and its day
 * has not passed.
 *
 * @param nowMs Milliseconds since the Unix epoch.
 */
export function isVisible({ frontMatter }: Pick<PageFacts, "frontMatter">, nowMs: number): boolean {
	const { draft, publishAt, expiresAt } = frontMatter;
	if (draft) return false;
	if (publishAt !== undefined && nowMs < publishAt) return false;
	return expiresAt === undefined || nowMs < expiresAt;
}
