import type { Measured } from "../analytics.ts";
import type { ColorModeStorage } from "../theme/color-mode.ts";
import type { HeadSite } from "./head.ts";
import type { Payload } from "./payload.ts";
import type { FrameLook, LookLink } from "./site-look.ts";
import type { Words } from "./words.ts";

/**
 * The public configuration, which every document contains. It must not contain secrets.
 */
export interface PublicConfig extends HeadSite {
	readonly colorMode: { readonly storage: ColorModeStorage };
	readonly theme: { readonly primary: string; readonly gray: string };
	readonly icons: {
		/** Whether the browser may use the public Iconify service when the site's own endpoint fails. */
		readonly publicFallback: boolean;
	};
	readonly http: {
		/** Base URL of calls to other APIs; empty: this site. */
		readonly baseUrl: string;
	};
	readonly analytics: {
		/** Project API key; empty: nothing is counted. */
		readonly key: string;
		/** A path below the base path, or the URL of a service. */
		readonly host: string;
		/** Whether Do Not Track and Global Privacy Control switch analytics off. */
		readonly honorDoNotTrack: boolean;
		/** `required`: nothing is fetched or sent before the visitor agrees. */
		readonly consent?: "required";
		/** Whether the site shows its own consent banner. */
		readonly banner?: true;
		/** `browser`: the client stores an id in the browser, and visitors are counted by that id. */
		readonly identity?: "browser";
		/** Whether analytics receives the identity of visitors who are signed in to the site. */
		readonly knowsUsers?: true;
		/** Whether to measure how fast pages are for visitors. */
		readonly webVitals?: true;
		/** Measurements of the client beside page views. */
		readonly measure?: readonly Measured[];
	};
	readonly freshness: {
		/** Seconds between two checks for the live build in an open tab. */
		readonly pollSeconds: number;
		/** Whether every tab shows new content at once, not only tabs with `?live`. */
		readonly live?: true;
	};
	/** Links to profiles and repositories in the header. */
	readonly social: readonly LookLink[];
	/** Absent: the plain frame. */
	readonly look?: FrameLook;
	/** Translated words of the frame. */
	readonly words?: Words;
	/** Variables of the environment whose names start with `PUBLIC_`; absent: there are none. */
	readonly env?: Readonly<Record<string, string>>;
}

/** Initial state of the app on the server and in the browser. */
export interface AppState {
	readonly config: PublicConfig;
	readonly buildId: string;
	readonly revisionId: string;
	/** Hash of the site's settings: a tab with another value must load its document again. */
	readonly frameId: string;
	/** URL path of the icon that browsers show in a tab. */
	readonly icon: string;
	/** Page of this document without its body, or its error. */
	readonly payload: Payload;
}

/** The id of the script element that carries the {@link AppState}. */
export const STATE_ELEMENT_ID = "loggia-state";

/** The id of the element that the app is rendered into. */
export const APP_ELEMENT_ID = "app";

/** The id of the element that contains the page's body, which hydration adopts. */
export const BODY_ELEMENT_ID = "page-body";

/** Prefix for ids in author-written HTML that would shadow names of the browser in scripts. */
export const AUTHOR_ID_PREFIX = "user-content-";

/** Event stream of new revisions, below the base path. */
export const CONTENT_EVENTS_PATH = "/_loggia/content";
