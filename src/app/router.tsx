import type { ComponentType, ReactElement } from "react";
import { type LoaderFunction, Outlet, type RouteObject } from "react-router";
import { internalError } from "../shared/page/errors.ts";
import { ErrorPage } from "./components/error-page.tsx";
import { DefaultLayout } from "./layout/default-layout.tsx";
import { Main, Shell } from "./layout/shell.tsx";
import type { PageEntry } from "./page-module.ts";
import { SITE_CODE } from "./site-code.ts";
import { LAYOUT_ROUTE_ID, useView, type View } from "./view.ts";

/** The route of paths that no page of the table has. */
const OTHER_ROUTE_ID = "outlet";

/** A page with a path pattern. */
export type RoutedPage = Pick<PageEntry, "id" | "pattern">;

export interface RouteParts {
	readonly pages: readonly RoutedPage[];
	/** The layout; it renders the same elements on both sides. */
	readonly Layout: ComponentType;
	/** What the layout is around: the page or the error of the view when absent. */
	readonly Content?: ComponentType | undefined;
	/** What is shown when rendering has failed. */
	readonly Failure: ComponentType;
	/** Absent on the server, which brings the data along. */
	readonly loaders?: {
		/** Of the layout: the {@link View}. */
		readonly view: LoaderFunction;
		/** Of the page: see {@link dataOfPage}. */
		readonly data: LoaderFunction;
	};
}

/**
 * One layout, and in it a route for each page of the table, which gives parameters and data to
 * the page's components.
 *
 * All of them show the page that the payload names: a file of the site folder wins over a pattern,
 * and only the server knows the files.
 */
export function createRoutes(parts: RouteParts): RouteObject[] {
	const { pages, Layout, Content = PageOutlet, Failure, loaders } = parts;
	return [
		{
			id: LAYOUT_ROUTE_ID,
			Component: Layout,
			ErrorBoundary: withoutLayout(Failure),
			...loading(loaders?.view),
			children: [...pages, { id: OTHER_ROUTE_ID, pattern: "*" }].map(({ id, pattern }) => ({
				id,
				path: pattern,
				caseSensitive: true,
				Component: Content,
				ErrorBoundary: Failure,
				...loading(loaders?.data),
			})),
		},
	];
}

/** The data of all routes that can show a view, so that nothing is loaded for it. */
export function loaderDataOf(
	view: View,
	pages: readonly RoutedPage[],
): Readonly<Record<string, unknown>> {
	const data = dataOfPage(view);
	const ids = [OTHER_ROUTE_ID, ...pages.map(({ id }) => id)];
	return { ...Object.fromEntries(ids.map((id) => [id, data])), [LAYOUT_ROUTE_ID]: view };
}

/** What `useLoaderData()` gives to the components of a page. */
export function dataOfPage(view: View): unknown {
	return view.kind === "page" ? (view.page.data ?? null) : null;
}

/** The layout with the view of the router. */
export function RoutedLayout(): ReactElement {
	const view = useView();
	const Frame = (view.kind === "page" ? view.Layout : undefined) ?? SITE_CODE.frame;
	if (Frame === undefined) return <DefaultLayout />;
	return (
		<Shell>
			<Frame>
				<Main className="main">
					<Outlet />
				</Main>
			</Frame>
		</Shell>
	);
}

function loading(
	loader: LoaderFunction | undefined,
): Pick<RouteObject, "loader" | "shouldRevalidate"> {
	return loader === undefined ? {} : { loader, shouldRevalidate: () => true };
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
			<Shell>
				<Main className="frame main">
					<Failure />
				</Main>
			</Shell>
		);
	};
}

/** The error page for an exception during rendering; it does not show the cause. */
export function FailurePage(): ReactElement {
	return <ErrorPage error={internalError()} />;
}
