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
	/** What the shown page was rendered with, by route id: nothing is loaded for it again. */
	readonly loaderData: Readonly<Record<string, unknown>>;
	readonly history: TabHistory;
	/** Called when the router has given a location an entry. */
	readonly onEntry: (action: "push" | "replace", url: string) => void;
}

/**
 * A router that changes the page only when it is told to: it hears nothing of the browser's
 * history, and writes to it through the navigation machine.
 *
 * `createBrowserRouter()` would bring `Link` and `Form` along, 5 KB of a first view that no page
 * here has. What it is made of is exported as unsafe, since its options may change; the exact
 * version is pinned.
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
	// Address and page change in one step: React would take its time, and show a page whose entry
	// may have been left by then.
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

/** The router shows elements of failures; which component makes one is said by the route. */
function elementOfFailure({ ErrorBoundary }: RouteObject) {
	if (ErrorBoundary == null) return { hasErrorBoundary: false };
	return { hasErrorBoundary: true, errorElement: createElement(ErrorBoundary) };
}
