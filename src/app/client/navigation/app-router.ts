import { createElement } from "react";
import {
	createPath,
	UNSAFE_createRouter as createRouter,
	type DataRouter,
	type Location,
	NavigationType,
	type RouteObject,
} from "react-router";
import type { TabHistory } from "./tab-history.ts";

export interface AppRouterOptions {
	readonly routes: RouteObject[];
	readonly basePath: string;
	/** The data of the shown page by route id, so that nothing is loaded for it. */
	readonly loaderData: Readonly<Record<string, unknown>>;
	readonly history: TabHistory;
	/** Called when the router wants to write an entry. */
	readonly onEntry: (action: "push" | "replace", url: string) => void;
}

/**
 * The router changes the page only when the navigation machine asks for it: it does not listen to
 * the browser's history, and writes entries through the machine.
 *
 * `createBrowserRouter()` adds `Link` and `Form`, 6 KB of a first view. The function below it is
 * exported as unsafe, since its options may change; the version is pinned.
 */
export function createAppRouter(options: AppRouterOptions): DataRouter {
	const { routes, basePath, loaderData, history, onEntry } = options;
	const createHref = (to: Parameters<RouterHistory["createHref"]>[0]): string =>
		typeof to === "string" ? to : createPath(to);
	const createURL = (to: Parameters<RouterHistory["createURL"]>[0]): URL =>
		new URL(createHref(to), history.entry().url);
	const router = createRouter({
		basename: basePath || "/",
		history: {
			action: NavigationType.Pop,
			location: locationOf(history.entry().url),
			createHref,
			createURL,
			encodeLocation(to) {
				const { pathname, search, hash } = createURL(to);
				return { pathname, search, hash };
			},
			push: (to) => onEntry("push", createURL(to).href),
			replace: (to) => onEntry("replace", createURL(to).href),
			go: (delta) => window.history.go(delta),
			listen: () => () => undefined,
		},
		hydrationData: { loaderData },
		mapRouteProperties: elementOfFailure,
		routes,
	}).initialize();
	const { subscribe } = router;
	// Address and page change in one step: otherwise React could show a page after its entry was left.
	return Object.assign(router, {
		subscribe: (listener: RouterListener) =>
			subscribe((state, options) =>
				listener(state, { ...options, flushSync: state.navigation.state === "idle" }),
			),
	});
}

type RouterListener = Parameters<DataRouter["subscribe"]>[0];

type RouterHistory = Parameters<typeof createRouter>[0]["history"];

function locationOf(url: string): Location {
	const { pathname, search, hash } = new URL(url);
	return { pathname, search, hash, state: null, key: "default" };
}

/** Creates the error element from the component that the route names. */
function elementOfFailure({ ErrorBoundary }: RouteObject) {
	if (ErrorBoundary == null) return { hasErrorBoundary: false };
	return { hasErrorBoundary: true, errorElement: createElement(ErrorBoundary) };
}
