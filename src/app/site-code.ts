import type { ComponentType, ReactNode } from "react";
import type {
	HeadersArgs,
	Location,
	MiddlewareFunction,
	RouterContextProvider,
} from "react-router";
import type { User } from "../shared/page/user.ts";
import type { Island } from "./islands/island.ts";
import type { PageEntry, PageModule } from "./page-module.ts";

/** Additions of the site folder's code to the app. */
export interface SiteCode {
	readonly pages: readonly PageEntry[];
	/** Components by file name. */
	readonly components: Readonly<Record<string, () => Promise<ComponentModule>>>;
	/** Nested layouts, such as `pages/shop/layout`, by route id. */
	readonly pageLayouts: Readonly<Record<string, () => Promise<PageModule>>>;
	/** Layouts by the name that front matter uses. */
	readonly layouts: Readonly<Record<string, () => Promise<LayoutModule>>>;
	/** The layout `default`, which replaces the frame of every page. */
	readonly frame?: LayoutModule["default"];
	/** Modules that only the server runs; absent in the browser. */
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
	/** Modules by page id. */
	readonly pages: Readonly<Record<string, PageServerModule>>;
	/** Nested layouts by route id. */
	readonly layouts: Readonly<Record<string, RouteModule>>;
	readonly middleware: Readonly<Record<string, MiddlewareModule>>;
	readonly islands: Readonly<Record<string, IslandModule>>;
	/** Modules by path pattern. */
	readonly api: Readonly<Record<string, ApiModule>>;
}

/** Input of a loader, of an action and of middleware. */
export interface LoaderContext {
	/** The decoded values of the placeholders in the page's pattern. */
	readonly params: Readonly<Record<string, string | undefined>>;
	readonly query: URLSearchParams;
	readonly request: Request;
	/** Absent: the visitor has not signed in, or `cacheSeconds` shares the result with all visitors. */
	readonly user: User | undefined;
}

/** Input of a loader and of an action: React Router's, with Loggia's additions. */
export interface RouteContext extends LoaderContext {
	readonly context: RouterContextProvider;
}

/** Input of `meta`, as React Router documents it. */
export interface MetaArgs<Loader extends (...args: never[]) => unknown = () => unknown> {
	/** Absent: the loader has failed. */
	readonly loaderData: Awaited<ReturnType<Loader>> | undefined;
	readonly params: LoaderContext["params"];
	readonly location: Location;
	readonly error: unknown;
}

/** Exports of a page and of a nested layout, as React Router documents them. */
export interface RouteModule {
	readonly loader?: (args: RouteContext) => unknown;
	readonly action?: (args: RouteContext) => unknown;
	readonly middleware?: readonly MiddlewareFunction[];
	readonly headers?: (args: HeadersArgs) => HeadersInit;
	/** Metadata with the keys of front matter, or a function that returns React Router's descriptors. */
	readonly meta?: unknown;
	readonly ErrorBoundary?: ComponentType;
}

/** Exports of a page module for the server, beside its component. */
export interface PageServerModule extends RouteModule {
	/** @returns `false` for parameters that match nothing: the response is then 404. */
	readonly isValid?: (params: LoaderContext["params"]) => boolean;
	/** Cache lifetime of the loader's result, for all visitors; absent: it runs for each request. */
	readonly cacheSeconds?: number;
	/** @returns Values of the placeholders of all pages that exist. */
	readonly paths?: () => PagePaths | Promise<PagePaths>;
}

type PagePaths = readonly Readonly<Record<string, string>>[];

/** A module of `middleware/`. */
export interface MiddlewareModule {
	/** @returns `undefined` to continue; a `Response` redirects or refuses. */
	readonly default: (
		context: MiddlewareContext,
	) => Response | undefined | Promise<Response | undefined>;
}

export interface MiddlewareContext extends LoaderContext {
	/** Decoded, without base path. */
	readonly path: string;
}

/** A module of `islands/`: its schema is named `props`; absent: the island has no props. */
export interface IslandModule extends Partial<Pick<Island, "props">> {
	readonly default: Island["Component"];
}

/** Input of an `api/` function, beside the request. */
export type ApiContext = Pick<LoaderContext, "user" | "params">;

/** Functions of `api/` by method; `default` handles the other methods. */
export type ApiHandlers = Readonly<
	Record<
		string,
		((request: Request, context: ApiContext) => Response | Promise<Response>) | undefined
	>
>;

/** A module of `api/`. */
export type ApiModule = Omit<ApiHandlers, "origins"> & {
	/** Other origins whose pages may call functions besides `GET`, `HEAD` and `OPTIONS`. */
	readonly origins?: readonly string[];
};

/** The build for a site folder with code replaces this module. */
export const SITE_CODE: SiteCode = { pages: [], components: {}, pageLayouts: {}, layouts: {} };
