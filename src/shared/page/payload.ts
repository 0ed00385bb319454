import { isRecord } from "../is-record.ts";
import type { ColorMode } from "../theme/color-mode.ts";
import type { PageError } from "./errors.ts";
import type { FlagCondition } from "./flag-condition.ts";
import { errorHead, type Head, type HeadPage, type HeadSite, pageHead } from "./head.ts";
import type { PageLink, PageNavigation } from "./navigation.ts";
import type { PageParts } from "./page-parts.ts";

/** Response to a navigation. */
export type Payload = PagePayload | RedirectPayload | ErrorPayload | DocumentPayload;

/** The page exists and may be shown. */
export interface PagePayload {
	readonly kind: "page";
	readonly page: PageData;
	readonly navigation: PageNavigation;
	/** HTTP status; absent: 200. */
	readonly status?: number;
	/** Set if lines of the page's data follow in the same answer. */
	readonly isStreamed?: true;
	/** A stream of these lines; only in the browser. */
	readonly rest?: object | undefined;
}

/** The page has moved; `to` is a URL, or a URL path with its base path. */
export interface RedirectPayload {
	readonly kind: "redirect";
	readonly to: string;
	readonly status: number;
	/** Whether the target replaces the present entry of the history. */
	readonly replace?: true;
	/** Whether the browser must load the target as a document. */
	readonly document?: true;
}

/** The page cannot be shown; the HTTP status of the response is the error's. */
export interface ErrorPayload {
	readonly kind: "error";
	readonly error: PageError;
	readonly navigation: PageNavigation;
	/** Pages with similar addresses. */
	readonly nearest?: readonly PageLink[];
	/** The operator's own text; absent in the state, like the body of a page. */
	readonly html?: string;
	/** Title of that text, if it has no heading. */
	readonly title?: string;
	/** BCP 47; absent: the site has one language. */
	readonly locale?: string | undefined;
}

/** The path is not a page of the app: the browser loads it. */
interface DocumentPayload {
	readonly kind: "document";
}

/** Data of a page for the app. */
export interface PageData extends HeadPage, PageParts {
	/** Id of its module in the page table, such as `index` or `page`. */
	readonly id: string;
	/** The rendered Markdown; absent in the state, because the document contains it. */
	readonly html?: string;
	/** Whether the body contains an `h1`; otherwise the page shows its title as one. */
	readonly hasHeading: boolean;
	readonly headings: readonly Heading[];
	/** `default`, or the name of a layout of the site folder. */
	readonly layout: string;
	/** Body of a page that contains components of the site folder. */
	readonly tree?: readonly BodyNode[];
	/** Names of the components in the body. */
	readonly components?: readonly string[];
	readonly middleware: readonly string[];
	readonly colorMode?: ColorMode | undefined;
	/** The browser shows the page to visitors with this flag, and an error to all others. */
	readonly flag?: FlagCondition | undefined;
	/** Set in a document whose content is withheld until the flag is decided. */
	readonly isWithheld?: true;
	/** Set if not every visitor may read the page; analytics must not receive its title. */
	readonly isPrivate?: true;
	/** BCP 47; absent: the site has one language. */
	readonly locale?: string | undefined;
	/** Documented version; absent: the only one, or the newest. */
	readonly version?: string | undefined;
	readonly previous?: PageLink | undefined;
	readonly next?: PageLink | undefined;
	/** Encoded data of the loaders, the action and the errors of the page's routes; absent: it has none. */
	readonly routeData?: string;
	/** Data of a page of the product. */
	readonly data?: unknown;
	/** File names of style sheets in the assets folder that only pages of this kind need. */
	readonly styles?: readonly string[];
}

/** An entry of the table of contents. */
export interface Heading {
	/** 2 or 3: the levels that a table of contents shows. */
	readonly level: 2 | 3;
	readonly id: string;
	readonly text: string;
}

/** Response header with the build id of a payload. */
export const BUILD_HEADER = "loggia-build";

/**
 * Request header of a payload that is fetched before a click. `visible`: a link to the page can be
 * seen; `pointed`: the visitor points at it. The answer is empty where the page fails, and for a
 * visible link also where a loader would run.
 */
export const PREFETCH_HEADER = "loggia-prefetch";

export type Prefetch = "visible" | "pointed";

/**
 * Parses a payload. It checks only the members that control flow depends on. The build header
 * shows whether payload and app belong to the same build.
 *
 * @returns `undefined` for other values, such as a proxy's error page.
 */
export function parsePayload(value: unknown): Payload | undefined {
	if (!isRecord(value)) return undefined;
	const { kind, page, navigation, to, error } = value;
	const isPayload =
		(kind === "page" && page !== undefined && navigation !== undefined) ||
		(kind === "redirect" && typeof to === "string") ||
		(kind === "error" && isRecord(error)) ||
		kind === "document";
	// The server of the same project wrote it; see above.
	return isPayload ? (value as unknown as Payload) : undefined;
}

/** Head for the page or error of a payload. @param query With its question mark, or empty. */
export function payloadHead(
	site: HeadSite,
	payload: PagePayload | ErrorPayload,
	query: string,
): Head {
	return payload.kind === "page"
		? pageHead(site, payload.page, query)
		: errorHead(site, payload.error);
}

/** Body with components of the site folder. React renders one tree, so that contexts reach them. */
export type BodyNode = string | BodyElement | BodyComponent;

/** An HTML element. Its content is `html` if no component is inside, else `children`. */
export interface BodyElement {
	/** In lower case. */
	readonly tag: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly html?: string;
	readonly children?: readonly BodyNode[];
}

interface BodyComponent {
	/** File name of the component, without its extension. */
	readonly component: string;
	/** JSON. */
	readonly props: Readonly<Record<string, unknown>>;
	readonly children: readonly BodyNode[];
}
