import { type DataRouter, useRouteLoaderData } from "react-router";
import type { ErrorPayload, PageData, PagePayload } from "../shared/page/payload.ts";
import type { PageParams, PageParts } from "./page-module.ts";
import type { RouteData } from "./route-data.ts";

/** View of a location: a page with its component, or an error. */
export type View = PageView | ErrorPayload;

export interface PageView extends PagePayload, PageParts {
	readonly params: PageParams;
	/** Query of the location with its question mark, or empty. */
	readonly query: string;
	/** Whether the view comes from an earlier visit, because the server is unreachable. */
	readonly isVisited?: true;
	/** The decoded `data` of the page. */
	readonly loaded?: RouteData | undefined;
}

/** The route whose loader data is the {@link View}. */
export const LAYOUT_ROUTE_ID = "layout";

/** @throws {Error} When the layout's loader has not run: outside its route. */
export function useView(): View {
	const view = useRouteLoaderData<View>(LAYOUT_ROUTE_ID);
	if (view === undefined) throw new Error("A view exists only inside the layout's route");
	return view;
}

/** @returns The shown page; `undefined` on errors. */
export function useShownPage(): PageData | undefined {
	const view = useView();
	return view.kind === "page" ? view.page : undefined;
}

/** The view that the router shows. */
export function viewOfState({ loaderData }: Pick<DataRouter["state"], "loaderData">): View {
	// The layout's route always has its data: the document brings it, and no loader fails.
	return loaderData[LAYOUT_ROUTE_ID] as View;
}
