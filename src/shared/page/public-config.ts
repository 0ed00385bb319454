import type { Measured } from "../analytics.ts";
import type { ColorModeStorage } from "../appearance/color-mode.ts";
import type { HeadSite } from "./head.ts";
import type { Payload } from "./payload.ts";
import type { FrameLook, LookLink } from "./site-look.ts";
import type { Words } from "./words.ts";

/**
 * The public configuration, which every document contains. It must not hold secrets.
 */
export interface PublicConfig extends HeadSite {
	readonly colorMode: { readonly storage: ColorModeStorage };
	readonly theme: { readonly primary: string; readonly gray: string };
	readonly icons: {
		/** Whether the browser may ask the public Iconify service when the site's own endpoint fails. */
		readonly publicFallback: boolean;
	};
	readonly http: {
		/** What calls to other APIs are relative to; empty: this site. */
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
		/** Whether the site asks for that agreement itself. */
		readonly banner?: true;
		/** `browser`: the client stores an id there, and visitors are counted by it. */
		readonly identity?: "browser";
		/** Whether it gets to know who has signed in to the site. */
		readonly knowsUsers?: true;
		/** Whether to measure how fast pages are for visitors. */
		readonly webVitals?: true;
		/** What the client measures beside page views. */
		readonly measure?: readonly Measured[];
	};
	readonly freshness: {
		/** How often an open tab asks which build is live. */
		readonly pollSeconds: number;
		/** Whether every tab shows new content at once, not only tabs with `?live`. */
		readonly live?: true;
	};
	/** Links to profiles and repositories in the header. */
	readonly social: readonly LookLink[];
	/** Absent: nothing of the operator's own. */
	readonly look?: FrameLook;
	/** Translated words of the frame. */
	readonly words?: Words;
}

/** The state from which the app starts on both sides. */
export interface AppState {
	readonly config: PublicConfig;
	readonly buildId: string;
	readonly revisionId: string;
	/** Changes with the settings of the site: a tab that shows others must load its document again. */
	readonly frameId: string;
	/** URL path of the icon that browsers show in a tab. */
	readonly icon: string;
	/** The page of this document, without its body, or the error in its place. */
	readonly payload: Payload;
}

/** The id of the script element that carries the {@link AppState}. */
export const STATE_ELEMENT_ID = "loggia-state";

/** The id of the element that the app is rendered into. */
export const APP_ELEMENT_ID = "app";

/** The id of the element that holds the page's body, which hydration adopts. */
export const BODY_ELEMENT_ID = "page-body";

/** Stands before the ids of an author's own HTML that scripts could take for names of the browser. */
export const AUTHOR_ID_PREFIX = "user-content-";

/** The event stream of new revisions, below the base path. */
export const CONTENT_EVENTS_PATH = "/_loggia/content";
