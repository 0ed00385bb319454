import type { ComponentType, ReactElement } from "react";
import {
	Outlet,
	type RouteObject,
	type ShouldRevalidateFunction,
	useRouteError,
	useRouteLoaderData,
} from "react-router";
import { internalError } from "../shared/page/errors.ts";
import { ErrorPage } from "./components/error-page.tsx";
import { DefaultLayout } from "./layout/default-layout.tsx";
import { Main, Shell } from "./layout/shell.tsx";
import { OTHER_ROUTE_ID, type RoutedPage } from "./loader-data.ts";
import { loadedModule } from "./pages/page-table.ts";
import { SITE_CODE } from "./site-code.ts";
import { LAYOUT_ROUTE_ID, type PageView, useView, type View } from "./view.ts";

export interface RouteParts {
	readonly pages: readonly RoutedPage[];
	/** The layout; it renders the same elements on the server and in the browser. */
	readonly Layout: ComponentType;
	/** Content inside the layout; absent: the page or the error of the view. */
	readonly Content?: ComponentType | undefined;
	/** Shown when a route has failed. */
	readonly Failure: ComponentType<FailureProps>;
}

export interface FailureProps {
	/** Id of the route that shows the error. */
	readonly routeId: string;
}

/**
 * A layout route with a child route for each page of the table. The child routes pass parameters
 * and data to the page's components.
 *
 * Every route shows the page that the payload names: a file of the site folder wins over a pattern,
 * and only the server knows the files.
 */
export function createRoutes(parts: RouteParts): RouteObject[] {
	const { pages, Layout, Content = PageOutlet, Failure } = parts;
	return [
		{
			id: LAYOUT_ROUTE_ID,
			Component: Layout,
			ErrorBoundary: withoutLayout(boundaryOf(LAYOUT_ROUTE_ID, Failure)),
			...loadingOf(LAYOUT_ROUTE_ID),
			children: nest([...pages, { id: OTHER_ROUTE_ID, pattern: "*" }], (id, pattern) => ({
				id,
				...(pattern !== undefined && { path: pattern }),
				caseSensitive: true,
				Component: pattern === undefined ? nestedLayout(id) : Content,
				ErrorBoundary: boundaryOf(id, Failure),
				...loadingOf(id),
			})),
		},
	];
}

function boundaryOf(routeId: string, Failure: RouteParts["Failure"]): ComponentType {
	return function RouteFailure(): ReactElement {
		return <Failure routeId={routeId} />;
	};
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
		const module = view.kind === "page" ? view.nested?.[id] : undefined;
		if (module === undefined || view.kind !== "page") return <Outlet />;
		const { page, params, query } = view;
		return <module.Page page={page} params={params} query={query} />;
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

/** The browser's data strategy loads the data, and the server has it; the router requires the members. */
function loadingOf(id: string): Pick<RouteObject, "loader" | "action" | "shouldRevalidate"> {
	return {
		loader: true,
		action: true,
		shouldRevalidate(change) {
			const isDefault = revalidates(change);
			const own = loadedModule(id)?.shouldRevalidate;
			return own?.({ ...change, defaultShouldRevalidate: isDefault }) ?? isDefault;
		},
	};
}

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

/**
 * The error page of the route's module, or one that does not show the cause.
 *
 * @throws The error, if only a layout around the route has an error page: it replaces that layout.
 */
export function FailurePage({ routeId }: FailureProps): ReactElement {
	const view = useRouteLoaderData<View>(LAYOUT_ROUTE_ID);
	const error = useRouteError();
	const nearest = view?.kind === "page" ? nearestBoundary(view, routeId) : undefined;
	if (nearest === undefined) return <ErrorPage error={internalError()} />;
	// oxlint-disable-next-line typescript/only-throw-error -- Code of the folder may throw any value.
	if (nearest.id !== routeId) throw error;
	const { Boundary } = nearest;
	return <Boundary />;
}

/** The error page of a route, or the nearest around it. A route without a module has that of the page. */
export function nearestBoundary(
	{
		page,
		nested = {},
		ErrorBoundary,
	}: Pick<PageView, "nested" | "ErrorBoundary"> & {
		readonly page: Pick<PageView["page"], "id">;
	},
	routeId: string,
): { readonly id: string; readonly Boundary: ComponentType } | undefined {
	const routes = [...Object.entries(nested), [page.id, { ErrorBoundary }] as const];
	const position = routes.findIndex(([id]) => id === routeId);
	if (position < 0) return ErrorBoundary && { id: routeId, Boundary: ErrorBoundary };
	for (const [id, module] of routes.slice(0, position + 1).toReversed()) {
		if (module?.ErrorBoundary !== undefined) return { id, Boundary: module.ErrorBoundary };
	}
	return undefined;
}
