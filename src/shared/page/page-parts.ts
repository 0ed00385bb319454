import type { PageLink } from "./navigation.ts";

/** The data of what the app shows around the Markdown of a page. */
export interface PageParts {
	/** The folders that the page is in, the outermost first. */
	readonly breadcrumbs?: readonly PageLink[] | undefined;
	readonly editions?: PageEditions | undefined;
	/** The start of a landing page. */
	readonly hero?: Hero | undefined;
	/** Below the hero, or in the place of words that a page does not have. */
	readonly cards?: readonly Card[] | undefined;
	/** The heading of a post, as HTML that is made of its Markdown: its data is below it. */
	readonly heading?: string | undefined;
	readonly post?: PostDetails | undefined;
	readonly posts?: PostList | undefined;
	/** The path of the page's Markdown. */
	readonly source?: string | undefined;
	/** Whether visitors are asked if the page was helpful. */
	readonly feedback?: true | undefined;
	readonly foot?: PageFoot | undefined;
}

/** The same page in other languages and versions. */
export interface PageEditions {
	/** The language that the browser prefers. */
	readonly suggested?: Edition;
	readonly languages: readonly Edition[];
	readonly versions: readonly Edition[];
	/** The language of the text, if it is not translated. */
	readonly original?: string | undefined;
	/** If the page is of an older version. */
	readonly newest?: Edition | undefined;
}

export interface Edition {
	readonly label: string;
	readonly path: string;
	/** BCP 47. */
	readonly language?: string;
	readonly isCurrent?: boolean;
}

export interface Hero {
	/** A word above the title. */
	readonly name?: string | undefined;
	/** Absent: the title of the page. */
	readonly title?: string | undefined;
	readonly tagline?: string | undefined;
	readonly image?: { readonly src: string; readonly alt: string } | undefined;
	readonly actions: readonly {
		readonly text: string;
		readonly link: string;
		readonly isMain: boolean;
	}[];
}

export interface Card {
	readonly title: string;
	readonly details?: string | undefined;
	/** An SVG or a name of a known collection, the URL of a picture, or a sign such as an emoji. */
	readonly icon?: string | undefined;
	/** A URL, or a URL path with its base path. */
	readonly link?: string | undefined;
	readonly linkText?: string | undefined;
}

export interface PostDetails {
	/** `text` in the language of the page. */
	readonly date?: { readonly iso: string; readonly text: string } | undefined;
	readonly authors: readonly { readonly name: string; readonly url?: string | undefined }[];
	readonly readingMinutes: number;
	/** HTML of the image of the post. */
	readonly cover?: string | undefined;
	readonly tags: readonly PageLink[];
}

/** A page of a list of posts. */
export interface PostList {
	readonly posts: readonly (PostDetails & PageLink & { readonly excerpt: string })[];
	/** Of the first page of the list. */
	readonly path: string;
	/** From 1 to `pages`. */
	readonly page: number;
	readonly pages: number;
}

export interface PageFoot {
	/** The URL at which the page can be edited. */
	readonly edit?: string | undefined;
	readonly updated?: { readonly iso: string; readonly text: string } | undefined;
}
