import type { ColorMode } from "../appearance/color-mode.ts";
import { isRecord } from "../is-record.ts";
import { type PageError, parsePageError } from "./errors.ts";
import type { FlagCondition } from "./flag-condition.ts";
import { errorHead, type Head, type HeadPage, type HeadSite, pageHead } from "./head.ts";
import type { PageLink, PageNavigation } from "./navigation.ts";
import type { PageParts } from "./page-parts.ts";

/** The answer to a navigation. */
export type Payload = PagePayload | RedirectPayload | ErrorPayload | DocumentPayload;

/** The page exists and may be shown. */
export interface PagePayload {
	readonly kind: "page";
	readonly page: PageData;
	readonly navigation: PageNavigation;
}

/** The page has moved; `to` is a URL, or a URL path with its base path. */
export interface RedirectPayload {
	readonly kind: "redirect";
	readonly to: string;
	readonly status: number;
}

/** The page cannot be shown; the HTTP status of the answer is the error's. */
export interface ErrorPayload {
	readonly kind: "error";
	readonly error: PageError;
	readonly navigation: PageNavigation;
	/** Pages with similar addresses. */
	readonly nearest?: readonly PageLink[];
	/** The operator's own text; absent in the state, as the body of a page. */
	readonly html?: string;
	/** Of that text, if it brings no heading. */
	readonly title?: string;
	/** As of a page. */
	readonly locale?: string | undefined;
}

/** The path is not a page of the app: the browser loads it. */
interface DocumentPayload {
	readonly kind: "document";
}

/** A page as the app shows it. */
export interface PageData extends HeadPage, PageParts {
	/** The page of the page table that shows it, such as `index` or `page`. */
	readonly id: string;
	/** The rendered Markdown; absent in the state, because the document contains it. */
	readonly html?: string;
	/** Whether the body brings its own `h1`; if not, the page shows its title as one. */
	readonly hasHeading: boolean;
	readonly headings: readonly Heading[];
	/** `default`, or the name of a layout of the site folder. */
	readonly layout: string;
	/** The body, if components of the site folder are in it. */
	readonly tree?: readonly BodyNode[];
	/** The names of these components. */
	readonly components?: readonly string[];
	readonly middleware: readonly string[];
	readonly colorMode?: ColorMode | undefined;
	/** The browser shows the page to visitors with this flag, and an error to all others. */
	readonly flag?: FlagCondition | undefined;
	/** Set in a document whose content is withheld until the flag is decided. */
	readonly isWithheld?: true;
	/** Set where not every visitor may read the page: analytics must not know its title. */
	readonly isPrivate?: true;
	/** BCP 47; absent: the site has one language. */
	readonly locale?: string | undefined;
	/** The version that it documents; absent: the only one, or the newest. */
	readonly version?: string | undefined;
	readonly previous?: PageLink | undefined;
	readonly next?: PageLink | undefined;
	/** JSON that the page's own loader returned. */
	readonly data?: unknown;
	/** Names of style sheets in the folder of assets that only pages of this kind need. */
	readonly styles?: readonly string[];
}

/** An entry of the table of contents. */
export interface Heading {
	/** 2 or 3: the levels that a table of contents shows. */
	readonly level: 2 | 3;
	readonly id: string;
	readonly text: string;
}

/** The response header with the build of a payload. */
export const BUILD_HEADER = "loggia-build";

/**
 * Reads a payload. It checks only what decides about control flow: the build header tells whether
 * payload and app are of one build.
 *
 * @returns `undefined` for other values, such as a proxy's error page.
 */
export function parsePayload(value: unknown): Payload | undefined {
	if (!isRecord(value)) return undefined;
	const { kind, page, navigation, to, error } = value;
	const isPayload =
		(kind === "page" && page !== undefined && navigation !== undefined) ||
		(kind === "redirect" && typeof to === "string") ||
		(kind === "error" && parsePageError(error) !== undefined) ||
		kind === "document";
	// The server of the same project wrote it; see above.
	return isPayload ? (value as unknown as Payload) : undefined;
}

/** The head of what a payload shows. @param query With its question mark, or empty. */
export function payloadHead(
	site: HeadSite,
	payload: PagePayload | ErrorPayload,
	query: string,
): Head {
	return payload.kind === "page"
		? pageHead(site, payload.page, query)
		: errorHead(site, payload.error);
}

/** A body with components of the site folder, as JSON: React makes one tree of it, so that contexts reach them. */
export type BodyNode = string | BodyElement | BodyComponent;

/** An element of HTML; one without a component inside has its content as HTML. */
export interface BodyElement {
	/** In lower case. */
	readonly tag: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly html?: string;
	readonly children?: readonly BodyNode[];
}

interface BodyComponent {
	/** Of the file, without its extension. */
	readonly component: string;
	/** JSON. */
	readonly props: Readonly<Record<string, unknown>>;
	readonly children: readonly BodyNode[];
}
