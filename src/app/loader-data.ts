import type { DataStrategyResult, RouteObject } from "react-router";
import type { PageEntry } from "./page-module.ts";
import { LAYOUT_ROUTE_ID, type View } from "./view.ts";

/** Route of paths that match no page of the table. */
export const OTHER_ROUTE_ID = "outlet";

/** A page with a path pattern. */
export type RoutedPage = Pick<PageEntry, "id" | "pattern" | "layouts">;

/** Loader data of all routes that can show a view, so that no loader runs for it. */
export function loaderDataOf(
	view: View,
	pages: readonly RoutedPage[],
): Readonly<Record<string, unknown>> {
	const data = dataOfPage(view);
	// The router hydrates only if each route has data, also a layout without a loader.
	const ids = [OTHER_ROUTE_ID, ...pages.flatMap(({ id, layouts = [] }) => [...layouts, id])];
	const loaded = view.kind === "page" ? view.loaded?.loaderData : {};
	return { ...Object.fromEntries(ids.map((id) => [id, data])), ...loaded, [LAYOUT_ROUTE_ID]: view };
}

/** Result of `useLoaderData()` in the components of a page. */
function dataOfPage(view: View): unknown {
	return view.kind === "page" ? (view.page.data ?? null) : null;
}

/** The data of a route in a view. */
export function resultOfRoute(view: View, id: string): DataStrategyResult {
	if (id === LAYOUT_ROUTE_ID) return { type: "data", result: view };
	const loaded = view.kind === "page" ? view.loaded : undefined;
	const error: unknown = loaded?.errors?.[id];
	if (error !== undefined) return { type: "error", result: error };
	return { type: "data", result: loaded?.loaderData[id] ?? dataOfPage(view) };
}

interface MatchedRoute {
	readonly route: Pick<RouteObject, "handle"> & { readonly id: string };
}

/**
 * Sets the `handle` of matched routes, for `useMatches()`. React Router's `lazy` would load modules of pages
 * that a file replaces, or that the visitor may not see.
 */
export function setHandles(matches: readonly MatchedRoute[], view: View): void {
	for (const { route } of matches) route.handle = handleOf(view, route.id);
}

function handleOf(view: View, id: string): unknown {
	if (view.kind === "error" || id === LAYOUT_ROUTE_ID) return undefined;
	const { nested = {} } = view;
	return (id in nested ? nested[id] : view)?.handle;
}
