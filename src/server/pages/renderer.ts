import type { DocumentSource } from "../../shared/page/document-source.ts";
import type { IslandCall, IslandRendering } from "../../shared/page/islands.ts";
import type { MiddlewareRegistry } from "../../shared/page/middleware.ts";
import type { PagePayload } from "../../shared/page/payload.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";

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
	readonly renderIsland: (call: IslandCall) => IslandRendering;
	/** Every middleware that a page can name. */
	readonly middleware: MiddlewareRegistry;
}
