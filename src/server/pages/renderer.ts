import type { BuildManifest } from "../../shared/builds/build-manifest.ts";
import type { MiddlewareRegistry } from "../../shared/page/middleware.ts";
import type { PagePayload } from "../../shared/page/payload.ts";
import type { AppState, PublicConfig } from "../../shared/page/public-config.ts";
import type { SiteLook } from "../../shared/page/site-look.ts";
import type { AppPage } from "./app-page.ts";
import type { RenderIsland } from "./fill-islands.ts";

/** The React app as the server sees it: no plugin imports the app. */
export interface Renderer {
	/**
	 * Does what is the same for everybody who asks for a page, or comes to an error.
	 *
	 * @returns Renders the whole HTML document. `query` is that of the request with its question
	 * mark, or empty.
	 */
	readonly prepareDocument: (source: DocumentSource) => (query: string) => string;
	/** @returns The HTML of a page without its frame; `undefined` for code of the site folder. */
	readonly renderPage: (config: PublicConfig, payload: PagePayload) => string | undefined;
	/** @returns The island, or the reason of the failure. */
	readonly renderIsland: RenderIsland;
	/** Every middleware that a page can name. */
	readonly middleware: MiddlewareRegistry;
	/** The pages that are code. */
	readonly pages: readonly AppPage[];
}

export interface DocumentSource {
	/** Of the build whose scripts the document loads. */
	readonly manifest: BuildManifest;
	readonly state: AppState;
	/** Body of the page; `undefined` for errors and for pages that are code. */
	readonly html: string | undefined;
	/** Further lines of the head, as HTML, which the browser's app never looks at. */
	readonly machineHead: string;
	/** What the operator puts into every head. */
	readonly look?: SiteLook;
}
