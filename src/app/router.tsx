import type { ComponentType, ReactElement } from "react";
import { type LoaderFunction, type RouteObject, useRouteLoaderData } from "react-router";
import { internalError } from "../shared/page/errors.ts";
import { ErrorPage } from "./components/error-page.tsx";
import { DefaultLayout } from "./layout/default-layout.tsx";
import { LiveRegion } from "./layout/live-region.tsx";
import type { View } from "./view.ts";

/** The route whose loader data is the {@link View}. */
export const LAYOUT_ROUTE_ID = "layout";

export interface RouteParts {
	/** The layout; it renders the same elements on both sides. */
	readonly Layout: ComponentType;
	/** What is shown when rendering has failed. */
	readonly Failure: ComponentType;
	/** Absent on the server, which brings the data along. */
	readonly loader?: LoaderFunction;
}

/**
 * One layout, and one outlet in it that every path leads to.
 *
 * The payload names the entry of the page table, not the patterns: a file of the site folder wins
 * over a pattern, and only the server knows the files.
 */
export function createRoutes({ Layout, Failure, loader }: RouteParts): RouteObject[] {
	return [
		{
			id: LAYOUT_ROUTE_ID,
			Component: Layout,
			ErrorBoundary: withoutLayout(Failure),
			...(loader === undefined ? {} : { loader, shouldRevalidate: () => true }),
			children: [{ id: "outlet", path: "*", Component: PageOutlet, ErrorBoundary: Failure }],
		},
	];
}

/** The layout with the view of the router. */
export function RoutedLayout(): ReactElement {
	return <DefaultLayout view={useView()} />;
}

/** @throws {Error} When the layout's loader has not run: outside its route. */
export function useView(): View {
	const view = useRouteLoaderData<View>(LAYOUT_ROUTE_ID);
	if (view === undefined) throw new Error("A view exists inside the layout's route only");
	return view;
}

function PageOutlet(): ReactElement {
	const view = useView();
	if (view.kind === "error") return <ErrorPage {...view} />;
	const { Page, page, params, query } = view;
	return <Page key={page.path} page={page} params={params} query={query} />;
}

/** The error page for a layout that failed. */
function withoutLayout(Failure: ComponentType): ComponentType {
	return function BareFailure(): ReactElement {
		return (
			<>
				<main id="main" className="frame main">
					<Failure />
				</main>
				<LiveRegion />
			</>
		);
	};
}

/** The error page for an exception during rendering; it does not show the cause. */
export function FailurePage(): ReactElement {
	return <ErrorPage error={internalError()} />;
}
