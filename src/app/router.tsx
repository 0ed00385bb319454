import type { ComponentType, ReactElement } from "react";
import {
	Outlet,
	type RouteObject,
	type ShouldRevalidateFunction,
	useRouteLoaderData,
} from "react-router";
import { internalError } from "../shared/page/errors.ts";
import { ErrorPage } from "./components/error-page.tsx";
import { DefaultLayout } from "./layout/default-layout.tsx";
import { Main, Shell } from "./layout/shell.tsx";
import { OTHER_ROUTE_ID, type RoutedPage } from "./loader-data.ts";
import { SITE_CODE } from "./site-code.ts";
import { LAYOUT_ROUTE_ID, useView, type View } from "./view.ts";

export interface RouteParts {
	readonly pages: readonly RoutedPage[];
	/** The layout; it renders the same elements on the server and in the browser. */
	readonly Layout: ComponentType;
	/** Content inside the layout; absent: the page or the error of the view. */
	readonly Content?: ComponentType | undefined;
	/** Shown when rendering has failed. */
	readonly Failure: ComponentType;
	/** Whether a data strategy loads the data; the server passes it directly. */
	readonly isLoading?: boolean;
}

/**
 * A layout route with a child route for each page of the table. The child routes pass parameters
 * and data to the page's components.
 *
 * Every route shows the page that the payload names: a file of the site folder wins over a pattern,
 * and only the server knows the files.
 */
export function createRoutes(parts: RouteParts): RouteObject[] {
	const { pages, Layout, Content = PageOutlet, Failure, isLoading = false } = parts;
	return [
		{
			id: LAYOUT_ROUTE_ID,
			Component: Layout,
			ErrorBoundary: withoutLayout(Failure),
			...(isLoading && LOADING),
			children: nest([...pages, { id: OTHER_ROUTE_ID, pattern: "*" }], (id, pattern) => ({
				id,
				...(pattern !== undefined && { path: pattern }),
				caseSensitive: true,
				Component: pattern === undefined ? nestedLayout(id) : Content,
				ErrorBoundary: Failure,
				...(isLoading && LOADING),
			})),
		},
	];
}

/** The routes of pages inside the routes of their nested layouts, which have no path. */
function nest(
	pages: readonly RoutedPage[],
	createRoute: (id: string, pattern?: string) => RouteObject,
): RouteObject[] {
	const roots: RouteObject[] = [];
	for (const { id, pattern, layouts = [] } of pages) {
		let siblings = roots;
		for (const layoutId of layouts) {
			const known = siblings.find((route) => route.id === layoutId);
			const layout = known ?? createRoute(layoutId);
			if (known === undefined) siblings.push(layout);
			layout.children ??= [];
			siblings = layout.children;
		}
		siblings.push(createRoute(id, pattern));
	}
	return roots;
}

/** A nested layout stays mounted between its pages; a page that only has its path goes without. */
function nestedLayout(id: string): ComponentType {
	return function NestedLayout(): ReactElement {
		const view = useView();
		const Layout = view.kind === "page" ? view.nested?.[id] : undefined;
		return Layout === undefined ? <Outlet /> : <Layout />;
	};
}

/** The layout of the page, the site folder's default layout, or the built-in one. */
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

/** A link to the shown address loads it again, and so does every navigation but one to a fragment. */
const revalidates: ShouldRevalidateFunction = (change) => {
	const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = change;
	if (currentUrl.pathname + currentUrl.search !== nextUrl.pathname + nextUrl.search) return true;
	// An action may redirect to a fragment of its page.
	return defaultShouldRevalidate && (formMethod !== undefined || currentUrl.hash === nextUrl.hash);
};

/** The data strategy loads the data; the router requires the members. */
const LOADING: Pick<RouteObject, "loader" | "action" | "shouldRevalidate"> = {
	loader: true,
	action: true,
	shouldRevalidate: revalidates,
};

/** The page or the error of the view. */
export function PageOutlet(): ReactElement {
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

/** The page's own error page, or one for an exception during rendering, which does not show the cause. */
export function FailurePage(): ReactElement {
	const view = useRouteLoaderData<View>(LAYOUT_ROUTE_ID);
	const Boundary = view?.kind === "page" ? view.ErrorBoundary : undefined;
	if (Boundary !== undefined) return <Boundary />;
	return <ErrorPage error={internalError()} />;
}
