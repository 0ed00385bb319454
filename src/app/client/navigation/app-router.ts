import { createElement } from "react";
import {
	UNSAFE_createBrowserHistory as createBrowserHistory,
	UNSAFE_createRouter as createRouter,
	type DataRouter,
	type RouteObject,
} from "react-router";

export interface AppRouterOptions {
	readonly basePath: string;
	/** What the shown page was rendered with, by route id: nothing is loaded for it again. */
	readonly loaderData: Readonly<Record<string, unknown>>;
}

/**
 * What react-router's `createBrowserRouter()` does, out of the same two parts.
 *
 * That one lies in a module with `Link`, `Form` and all that they need, which no bundler can
 * leave out: 5 KB of a first view, for components that no page here has. Its parts are
 * exported as unsafe, since their options may change; the exact version is pinned.
 */
export function createAppRouter(
	routes: RouteObject[],
	{ basePath, loaderData }: AppRouterOptions,
): DataRouter {
	return createRouter({
		basename: basePath || "/",
		history: createBrowserHistory(),
		hydrationData: { loaderData },
		mapRouteProperties: elementOfFailure,
		routes,
	}).initialize();
}

/** The router shows elements of failures; which component makes one is said by the route. */
function elementOfFailure({ ErrorBoundary }: RouteObject) {
	if (ErrorBoundary == null) return { hasErrorBoundary: false };
	return { hasErrorBoundary: true, errorElement: createElement(ErrorBoundary) };
}
