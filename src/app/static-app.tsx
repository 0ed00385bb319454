import type { ReactElement } from "react";
import {
	createStaticHandler,
	createStaticRouter,
	type StaticHandlerContext,
	StaticRouterProvider,
} from "react-router";
import type { PublicConfig } from "../shared/public-config.ts";
import { encodePath, urlPath } from "../shared/routes.ts";
import { createRoutes, FailurePage, LAYOUT_ROUTE_ID, RoutedLayout } from "./router.tsx";
import { RuntimeConfigContext } from "./runtime-config.ts";
import type { View } from "./view.ts";

export interface StaticAppProps {
	readonly config: PublicConfig;
	readonly view: View;
}

const HANDLER = createStaticHandler(createRoutes({ Layout: RoutedLayout, Failure: FailurePage }));

/**
 * The app at one location, for the server.
 *
 * The data is known, so react-router's static handler only says which routes match: its
 * `query()` would make a request out of the location, and wait for loaders that do not exist.
 */
export function StaticApp({ config, view }: StaticAppProps): ReactElement {
	const context = staticContext(config, view);
	return (
		<RuntimeConfigContext value={config}>
			<StaticRouterProvider
				context={context}
				router={createStaticRouter(HANDLER.dataRoutes, context)}
				hydrate={false}
			/>
		</RuntimeConfigContext>
	);
}

function staticContext({ basePath }: PublicConfig, view: View): StaticHandlerContext {
	const { path, query } = view.kind === "page" ? { path: view.page.path, query: view.query } : HOME;
	return {
		basename: basePath || "/",
		location: {
			pathname: urlPath(basePath, path),
			search: query,
			hash: "",
			state: null,
			key: "default",
		},
		matches: HANDLER.match(encodePath(path)) ?? [],
		loaderData: { [LAYOUT_ROUTE_ID]: view },
		actionData: null,
		errors: null,
		statusCode: 200,
		loaderHeaders: {},
		actionHeaders: {},
		_match: HANDLER.match,
	};
}

/** Nothing that is rendered asks where an error happened: it has no page and no address. */
const HOME = { path: "/", query: "" };
