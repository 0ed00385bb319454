/** A page in a list that code of the site folder makes. */
export interface ListedPage {
	/** Without base path. */
	readonly path: string;
	readonly title: string;
	readonly description?: string | undefined;
	/** Such as `2026-11-28`; absent if neither the author nor git has a date. */
	readonly date?: string | undefined;
	readonly tags: readonly string[];
	/** Names of the authors. */
	readonly authors: readonly string[];
	/** URL, or URL path with its base path. */
	readonly image?: string | undefined;
	/** What is below `data` in front matter, as JSON values. */
	readonly data: Readonly<Record<string, unknown>>;
}

/** Selects pages of a list. */
export interface PageSelection {
	/** Only pages below this path; absent: all pages. */
	readonly under?: string;
	readonly tag?: string;
}

/** Endpoint that lists pages for components in the browser. */
export const PAGES_ENDPOINT = "/api/_pages";
