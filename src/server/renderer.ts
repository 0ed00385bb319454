import type { MiddlewareRegistry } from "../shared/middleware.ts";
import type { AppState } from "../shared/public-config.ts";
import type { RenderIsland } from "./fill-islands.ts";

/**
 * The React app as the server sees it. `main.ts` passes the real one, so that no plugin
 * imports the app and every plugin can be tested with another.
 */
export interface Renderer {
	/** @returns The whole HTML document of a page or of an error. */
	readonly renderDocument: (request: DocumentRequest) => string;
	/** @returns One island, or why there is none. */
	readonly renderIsland: RenderIsland;
	/** Every middleware that a page can name. */
	readonly middleware: MiddlewareRegistry;
	/** The pages that are code. */
	readonly pages: readonly AppPage[];
}

export interface DocumentRequest {
	readonly state: AppState;
	/** Body of the page; `undefined` for errors and for pages that are code. */
	readonly html: string | undefined;
	/** Query of the request with its question mark, or empty. */
	readonly query: string;
}

/** A page that a developer wrote in React. */
export interface AppPage {
	readonly id: string;
	/** A pattern of react-router, such as `/users/:id`. */
	readonly pattern: string;
	readonly title: string;
	readonly description?: string | undefined;
	readonly middleware?: readonly string[] | undefined;
	/** Says whether these parameters name something; absent: all do. */
	readonly isValid?:
		| ((params: Readonly<Record<string, string | undefined>>) => boolean)
		| undefined;
}
