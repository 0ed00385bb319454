import type { PageAssets } from "../builds/build-manifest.ts";
import type { AppState } from "./public-config.ts";
import type { SiteLook } from "./site-look.ts";

/** Input for the document of a page or an error. */
export interface DocumentSource {
	readonly state: AppState;
	/** HTML of the body; `undefined` without one, as for most errors and for pages that are code. */
	readonly html: string | undefined;
	/** Additional lines of the head for machines, as HTML; the app does not change them. */
	readonly machineHead: string;
	/** The operator's look of documents; absent: the plain look. */
	readonly look?: SiteLook;
	readonly assets: PageAssets;
	/** Style sheets of the build that only some pages or sites need. */
	readonly sheets: Readonly<Record<string, string>>;
}

/** A part of an answer that follows while promises settle: its text, or the stack of an error for the log. */
export type StreamPiece = { readonly text: string } | { readonly error: string };

/** Result of rendering in the thread that runs the site folder's code. */
export interface Rendering {
	readonly html: string;
	/** HTTP status of an error that the page shows itself; absent: the page's own status. */
	readonly status?: number;
	/** Errors of components, each with its stack. The rest of the page is rendered. */
	readonly errors: readonly string[];
}
