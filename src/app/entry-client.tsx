import "./styles/palettes.css";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { APP_ELEMENT_ID } from "../shared/public-config.ts";
import { createColorModeStore } from "./client/color-mode.ts";
import type { LoadIcon } from "./client/icon-client.ts";
import { createIconSource } from "./client/icons.ts";
import { initialView } from "./client/initial-view.ts";
import { loadDocument } from "./client/load-document.ts";
import { loadPage } from "./client/load-page.ts";
import { loadPayload } from "./client/load-payload.ts";
import { loadView } from "./client/load-view.ts";
import { readState } from "./client/read-state.ts";
import { ColorModeContext } from "./components/color-mode-context.ts";
import { IconContext } from "./components/icon-context.ts";
import { createRoutes, FailurePage, LAYOUT_ROUTE_ID, RoutedLayout } from "./router.tsx";
import { RuntimeConfigContext } from "./runtime-config.ts";

const state = readState(document);
const { basePath, icons } = state.config;
const source = {
	basePath,
	buildId: state.buildId,
	fetch: window.fetch.bind(window),
	onBuild: () => undefined,
};
// Loaded before hydration: what the server sent must not be replaced by a fallback.
const view = await initialView(state, { loadPage, query: location.search });
const router = createBrowserRouter(
	createRoutes({
		Layout: RoutedLayout,
		Failure: FailurePage,
		loader: (args) =>
			loadView(
				{
					basePath,
					loadPage,
					loadDocument,
					loadPayload: (request) => loadPayload(source, request),
				},
				args,
			),
	}),
	{ basename: basePath || "/", hydrationData: { loaderData: { [LAYOUT_ROUTE_ID]: view } } },
);

const container = document.getElementById(APP_ELEMENT_ID);
if (container === null) throw new Error(`The document has no element "${APP_ELEMENT_ID}"`);
hydrateRoot(
	container,
	<ColorModeContext value={createColorModeStore(window)}>
		<IconContext value={createIconSource(document, loadIconClient)}>
			<RuntimeConfigContext value={state.config}>
				<RouterProvider router={router} />
			</RuntimeConfigContext>
		</IconContext>
	</ColorModeContext>,
);

/** Most visits need no icon but those of their document. */
async function loadIconClient(): Promise<LoadIcon> {
	const { createIconClient } = await import("./client/icon-client.ts");
	return createIconClient({ basePath, publicFallback: icons.publicFallback });
}
