import type { PageLink } from "./navigation.ts";

/** Data for the elements around the Markdown of a page. */
export interface PageParts {
	/** Ancestor folders of the page, outermost first. */
	readonly breadcrumbs?: readonly PageLink[] | undefined;
	readonly editions?: PageEditions | undefined;
	/** The start of a landing page. */
	readonly hero?: Hero | undefined;
	/** Shown below the hero, or on a page without text. */
	readonly cards?: readonly Card[] | undefined;
	/** Heading of a post, as HTML of its Markdown; the details of the post follow it. */
	readonly heading?: string | undefined;
	readonly post?: PostDetails | undefined;
	readonly posts?: PostList | undefined;
	/** Path of the page's Markdown. */
	readonly source?: string | undefined;
	/** Whether visitors are asked if the page was helpful. */
	readonly feedback?: true | undefined;
	readonly foot?: PageFoot | undefined;
}

/** The same page in other languages and versions. */
export interface PageEditions {
	/** The home page in the language that the browser prefers. */
	readonly suggested?: Edition;
	readonly languages: readonly Edition[];
	readonly versions: readonly Edition[];
	/** Language of the text, if the page is not translated. */
	readonly original?: string | undefined;
	/** Newest version of the page; only set on a page of an older version. */
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
	/** A short text above the title. */
	readonly name?: string | undefined;
	/** Absent: the title of the page, or the site's name. */
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
	/** SVG markup, an icon name of a known collection, an image URL, or a character such as an emoji. */
	readonly icon?: string | undefined;
	/** A URL, or a URL path with its base path. */
	readonly link?: string | undefined;
	readonly linkText?: string | undefined;
}

export interface PostDetails {
	/** `text` is in the language of the page. */
	readonly date?: { readonly iso: string; readonly text: string } | undefined;
	readonly authors: readonly { readonly name: string; readonly url?: string | undefined }[];
	readonly readingMinutes: number;
	/** HTML of the post's image. */
	readonly cover?: string | undefined;
	readonly tags: readonly PageLink[];
}

/** A page of a list of posts. */
export interface PostList {
	readonly posts: readonly (PostDetails & PageLink & { readonly excerpt: string })[];
	/** Path of the first page of the list. */
	readonly path: string;
	/** From 1 to `pages`. */
	readonly page: number;
	readonly pages: number;
}

export interface PageFoot {
	/** URL at which the page can be edited. */
	readonly edit?: string | undefined;
	readonly updated?: { readonly iso: string; readonly text: string } | undefined;
}
