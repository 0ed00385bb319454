import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { isoTime } from "../../api/iso-time.ts";
import { deliveriesAnswer } from "../../api-types/alerts.ts";
import type { ApiContext } from "../api-context.ts";
import type { Alerts } from "./alerts.ts";

/** Route for the last messages, and for the secret that signs webhooks. */
export function deliveriesRoute(
	{ store: { deliveries } }: ApiContext,
	alerts: Pick<Alerts, "secret">,
): ApiRoute {
	return defineRoute("editor", "GET /api/v1/deliveries", {
		summary: "The last messages of alerts, and the secret that signs webhooks",
		needsSession: true,
		answer: { description: "The newest first", schema: deliveriesAnswer },
		handle: async () => ({
			secret: alerts.secret(),
			results: deliveries.list().map(({ id, alert, madeAt, attempts, nextAttemptAt, outcome }) => ({
				id,
				alert,
				made_at: isoTime(madeAt),
				attempts,
				next_attempt_at: isoTime(nextAttemptAt),
				outcome,
			})),
		}),
	});
}
