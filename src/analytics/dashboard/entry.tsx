import { QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { createQueryClient } from "./api/query-client.ts";
import { createDashboardRouter, createShareRouter, isSharePath } from "./router.tsx";
import "./styles/palettes.css";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/controls.css";
import "./styles/menus.css";
import "./styles/dialogs.css";
import "./styles/forms.css";
import "./styles/figures.css";
import "./styles/chart.css";
import "./styles/tables.css";
import "./styles/screens.css";
import "./styles/flags.css";
import "./styles/explore.css";

const place = document.getElementById("dashboard");
if (place === null) throw new Error("The page has no place for the dashboard");
const isShared = isSharePath(location.pathname);
createRoot(place).render(
	<QueryClientProvider client={createQueryClient()}>
		<RouterProvider router={isShared ? createShareRouter() : createDashboardRouter()} />
	</QueryClientProvider>,
);
