import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { RefusedError } from "./api/request.ts";
import { endSession } from "./api/use-answer.ts";
import { createRouter } from "./router.tsx";
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

/** Responses are cached long enough to switch between screens. */
const FRESH_MS = 20_000;

const client: QueryClient = new QueryClient({
	queryCache: new QueryCache({ onError: forgetSession }),
	mutationCache: new MutationCache({ onError: forgetSession }),
	defaultOptions: {
		queries: {
			staleTime: FRESH_MS,
			refetchOnWindowFocus: false,
			// A refusal is not retried.
			retry: (failures, error) => failures < 2 && !(error instanceof RefusedError),
		},
	},
});

const place = document.getElementById("dashboard");
if (place === null) throw new Error("The page has no element for the dashboard");
createRoot(place).render(
	<QueryClientProvider client={client}>
		<RouterProvider router={createRouter()} />
	</QueryClientProvider>,
);

/** Handles a session that ends while the dashboard is open. */
function forgetSession(error: Error): void {
	if (error instanceof RefusedError && error.status === 401) endSession(client);
}
