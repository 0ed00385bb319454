import type { ComponentType, ReactElement } from "react";
import {
	createStaticHandler,
	createStaticRouter,
	type StaticHandler,
	type StaticHandlerContext,
	StaticRouterProvider,
} from "react-router";
import type { PublicConfig } from "../shared/page/public-config.ts";
import { encodePath, urlPath } from "../shared/routing/routes.ts";
import { loaderDataOf, type RoutedPage, setHandles } from "./loader-data.ts";
import { createRoutes, FailurePage, PageOutlet, RoutedLayout, type RouteParts } from "./router.tsx";
import { RuntimeConfigContext } from "./runtime-config.ts";
import type { View } from "./view.ts";

/** Prepares the app at one path. @returns A function that creates the app for a view. */
export type PrepareStaticApp = (config: PublicConfig, path: string) => (view: View) => ReactElement;

/** Replacements for the layout or its content. */
export type StaticAppParts = Partial<Pick<RouteParts, "Layout" | "Content">>;

/**
 * Creates the app of the server.
 *
 * The data is known, so react-router's static handler only matches routes: its `query()` would
 * wait for loaders that do not exist.
 */
export function createStaticApp(
	pages: readonly RoutedPage[],
	{ Layout = secondOf(RoutedLayout), Content = PageOutlet }: StaticAppParts = {},
): PrepareStaticApp {
	const routes = createRoutes({
		pages,
		Layout,
		Content: secondOf(Content),
		Failure: secondOf(FailurePage),
	});
	const handler = createStaticHandler(routes);
	return (config, path) => {
		// Matching routes is most of the work, so all queries of a path share it.
		const context = staticContext(handler, config, path);
		return (view) => {
			const { query: search, loaded } = { query: "", loaded: undefined, ...view };
			const shown = {
				...context,
				location: { ...context.location, search },
				loaderData: loaderDataOf(view, pages),
				actionData: loaded?.actionData ?? null,
				errors: loaded?.errors ?? null,
			};
			const router = createStaticRouter(handler.dataRoutes, shown);
			setHandles(router.state.matches, view);
			return (
				<RuntimeConfigContext value={config}>
					<StaticRouterProvider context={shown} router={router} hydrate={false} />
				</RuntimeConfigContext>
			);
		};
	};
}

/** `useId()` counts positions, and the browser's app has another component before these. */
export function secondOf<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
	return function Second(props: Props): ReactElement {
		return (
			<>
				{undefined}
				<Part {...props} />
			</>
		);
	};
}

/** Router context at a path, without loader data. */
function staticContext(
	{ match }: StaticHandler,
	{ basePath }: PublicConfig,
	path: string,
): StaticHandlerContext {
	return {
		basename: basePath || "/",
		location: {
			pathname: urlPath(basePath, path),
			search: "",
			hash: "",
			state: null,
			key: "default",
		},
		matches: match(encodePath(path)) ?? [],
		loaderData: {},
		actionData: null,
		errors: null,
		statusCode: 200,
		loaderHeaders: {},
		actionHeaders: {},
		_match: match,
	};
}
