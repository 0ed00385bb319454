import type { DocumentSource } from "../../shared/page/document-source.ts";
import type { IslandCall, IslandRendering } from "../../shared/page/islands.ts";
import type { MiddlewareRegistry } from "../../shared/page/middleware.ts";
import type { PagePayload } from "../../shared/page/payload.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";

/** Interface between the server and the React app: no plugin imports the app. */
export interface Renderer {
	/**
	 * Does the work that is the same for all visitors of a page or an error.
	 *
	 * @returns A function that renders the whole HTML document. `query` is the request's query with its
	 * question mark; it can be empty.
	 */
	readonly prepareDocument: (source: DocumentSource) => (query: string) => string;
	/** @returns The HTML of a page without its frame; `undefined` for code of the site folder. */
	readonly renderPage: (config: PublicConfig, payload: PagePayload) => string | undefined;
	/** @returns The island, or the reason of the failure. */
	readonly renderIsland: (call: IslandCall) => IslandRendering;
	/** Every middleware that a page can name. */
	readonly middleware: MiddlewareRegistry;
}
