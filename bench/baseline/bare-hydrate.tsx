/**
 * The baseline for the start of a page: the same tree, hydrated by React and its router without any
 * other code. It replaces the product's entry in the product's document.
 */
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { viewOfPage } from "../../src/app/client/load-page.ts";
import { readState } from "../../src/app/client/read-state.ts";
import { createIconSource } from "../../src/app/client/theme/icons.ts";
import { IconContext } from "../../src/app/components/icon.tsx";
import { loaderDataOf } from "../../src/app/loader-data.ts";
import * as page from "../../src/app/pages/page.tsx";
import { PAGE_TABLE } from "../../src/app/pages/page-table.ts";
import { createRoutes, FailurePage, RoutedLayout } from "../../src/app/router.tsx";
import { RuntimeConfigContext } from "../../src/app/runtime-config.ts";
import { APP_ELEMENT_ID } from "../../src/shared/page/public-config.ts";

const { config, payload } = readState(document);
if (payload.kind !== "page") throw new Error("There is no page to hydrate");
const view = await viewOfPage(async () => page, payload, location.search);
const router = createBrowserRouter(
	createRoutes({ pages: PAGE_TABLE, Layout: RoutedLayout, Failure: FailurePage }),
	{
		basename: config.basePath || "/",
		hydrationData: { loaderData: loaderDataOf(view, PAGE_TABLE) },
	},
);
const icons = createIconSource(document, () => new Promise(() => undefined));
const container = document.getElementById(APP_ELEMENT_ID);
if (container === null) throw new Error("There is no app to hydrate");

hydrateRoot(
	container,
	<IconContext value={icons}>
		<RuntimeConfigContext value={config}>
			<RouterProvider router={router} />
		</RuntimeConfigContext>
	</IconContext>,
);
