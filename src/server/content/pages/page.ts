import type { ColorMode } from "../../../shared/appearance/color-mode.ts";
import type { FlagCondition } from "../../../shared/page/flag-condition.ts";
import type { Heading } from "../../../shared/page/payload.ts";
import type { Feature, Hero } from "../front-matter/hero-schema.ts";

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

/** Who wrote a page. */
export interface Author {
	readonly name: string;
	readonly url?: string;
}

/** How a page shows itself in the navigation. */
export interface PageNavigationEntry {
	readonly title: string;
	/** Icon name, such as `lucide:rocket`. */
	readonly icon?: string;
	/** Lower comes first; a page without comes after those with, by title. */
	readonly order?: number;
}

/** The validated front matter; what the file leaves out is absent or has its default. */
export interface FrontMatter {
	readonly title?: string;
	readonly description?: string;
	readonly colorMode?: ColorMode;
	readonly layout: "default";
	/** Names of middleware, in the order of running. */
	readonly middleware: readonly string[];
	readonly navigation: Partial<PageNavigationEntry> | false;
	readonly draft: boolean;
	/** Milliseconds since the Unix epoch: not shown before. */
	readonly publishAt?: number;
	/** Milliseconds since the Unix epoch: not shown from then on. */
	readonly expiresAt?: number;
	/** Milliseconds since the Unix epoch: when its author changed it last. */
	readonly updatedAt?: number;
	/** Whom the page is for; the browser decides, so this keeps no secret. */
	readonly flag?: FlagCondition;
	readonly robots?: string;
	readonly image?: string;
	/** Where the page sends its visitors instead of showing itself. */
	readonly redirect?: string;
	/** Replaces the last segment of the path, or all of it when it starts with a slash. */
	readonly slug?: string;
	/** Where the page was before: absolute, or relative to its folder. They redirect to it. */
	readonly formerPaths?: readonly string[];
	/** The pages below are posts. */
	readonly type?: "blog";
	/** Of a post; milliseconds since the Unix epoch. */
	readonly date?: number;
	readonly authors?: readonly Author[];
	readonly tags?: readonly string[];
	/** What makes a landing page of it; addresses and icons are resolved. */
	readonly hero?: Hero;
	readonly features?: readonly Feature[];
}
