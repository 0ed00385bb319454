import type { ComponentType, ReactNode } from "react";
import type { User } from "../shared/page/user.ts";
import type { Island } from "./islands/island.ts";
import type { PageEntry } from "./page-module.ts";

/** What the site folder's own code adds to the app. */
export interface SiteCode {
	readonly pages: readonly PageEntry[];
	/** By the name of the file. */
	readonly components: Readonly<Record<string, () => Promise<ComponentModule>>>;
	/** By the name that front matter uses. */
	readonly layouts: Readonly<Record<string, () => Promise<LayoutModule>>>;
	/** The layout `default`, which replaces the frame of every page. */
	readonly frame?: LayoutModule["default"];
	/** What only the server runs; absent in the browser. */
	readonly server?: ServerModules;
}

/** A module of `components/`. */
export interface ComponentModule {
	readonly default: ComponentType<Readonly<Record<string, unknown>>>;
}

/** A module of `layouts/`. */
export interface LayoutModule {
	readonly default: ComponentType<{ readonly children: ReactNode }>;
}

interface ServerModules {
	/** By page id. */
	readonly pages: Readonly<Record<string, PageServerModule>>;
	readonly middleware: Readonly<Record<string, MiddlewareModule>>;
	readonly islands: Readonly<Record<string, IslandModule>>;
	/** By URL path. */
	readonly api: Readonly<Record<string, ApiModule>>;
}

/** What a loader gets, and middleware. */
export interface LoaderContext {
	/** The decoded values of the placeholders in the page's pattern. */
	readonly params: Readonly<Record<string, string | undefined>>;
	readonly query: URLSearchParams;
	readonly request: Request;
	/** Absent: the visitor has not signed in, or what the loader gives is the same for all visitors. */
	readonly user: User | undefined;
}

/** What a page module exports for the server beside its component. */
export interface PageServerModule {
	/** @returns The data of the page, as JSON; a `Response` redirects or refuses. */
	readonly loader?: (context: LoaderContext) => unknown;
	/** @returns `false` for parameters that name nothing: the page answers 404. */
	readonly isValid?: (params: LoaderContext["params"]) => boolean;
	/** What front matter says of a Markdown page. */
	readonly meta?: unknown;
	/** How long what the loader gives is the same for all visitors; absent: each request asks. */
	readonly cacheSeconds?: number;
}

/** A module of `middleware/`. */
export interface MiddlewareModule {
	/** @returns Nothing to go on; a `Response` redirects or refuses. */
	readonly default: (
		context: MiddlewareContext,
	) => Response | undefined | Promise<Response | undefined>;
}

export interface MiddlewareContext extends LoaderContext {
	/** Decoded, without base path. */
	readonly path: string;
}

/** A module of `islands/`: its schema is named `props`. */
export interface IslandModule extends Pick<Island, "props"> {
	readonly default: Island["Component"];
}

/** What a function of `api/` gets beside the request. */
export type ApiContext = Pick<LoaderContext, "user">;

/** A module of `api/`: a function for all methods, or one named after each method. */
export type ApiModule = Readonly<
	Record<
		string,
		((request: Request, context: ApiContext) => Response | Promise<Response>) | undefined
	>
>;

/** The build for a site folder with code replaces this module. */
export const SITE_CODE: SiteCode = { pages: [], components: {}, layouts: {} };
