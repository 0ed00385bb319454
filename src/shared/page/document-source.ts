import type { BuildManifest } from "../builds/build-manifest.ts";
import type { AppState } from "./public-config.ts";
import type { SiteLook } from "./site-look.ts";

/** What the document of a page or an error is made of. */
export interface DocumentSource {
	readonly state: AppState;
	/** Body of the page; `undefined` for errors and for pages that are code. */
	readonly html: string | undefined;
	/** More lines of the head, as HTML; the app does not change them. */
	readonly machineHead: string;
	/** What the operator puts around every page; absent: nothing. */
	readonly look?: SiteLook;
	/** Of the build whose scripts the document loads. */
	readonly manifest: BuildManifest;
}

/** What the thread with the code of the site folder has rendered. */
export interface Rendering {
	readonly html: string;
	/** Errors of components, each with its stack: the rest of the page is there. */
	readonly errors: readonly string[];
}
