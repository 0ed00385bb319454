import { firstRunAnswer } from "../../wire/dashboard/settings.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import type { ApiContext } from "../api-context.ts";

/** For a new owner: whether events have arrived, and what clients need to send them. */
export function firstRunRoute({ store, projectKey }: ApiContext): ApiRoute {
	return defineRoute("viewer", "GET /api/v1/first-run", {
		summary: "Whether events have arrived, and what clients need to send them",
		answer: { description: "The state", schema: firstRunAnswer },
		handle: async ({ request }) => ({
			has_received_events: store.events.lastId() > 0,
			project_key: projectKey,
			host: `${request.protocol}://${request.host}`,
		}),
	});
}
