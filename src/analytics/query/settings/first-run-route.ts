import { firstRunAnswer } from "../../wire/dashboard/settings.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import type { ApiContext } from "../api-context.ts";

/** What a new owner needs: whether anything has come in, and what to paste. */
export function firstRunRoute({ store, projectKey }: ApiContext): ApiRoute {
	return defineRoute("viewer", "GET /api/v1/first-run", {
		summary: "Whether anything has come in, and what clients have to be told",
		answer: { description: "The state", schema: firstRunAnswer },
		handle: async ({ request }) => ({
			has_received_events: store.events.lastId() > 0,
			project_key: projectKey,
			host: `${request.protocol}://${request.host}`,
		}),
	});
}
