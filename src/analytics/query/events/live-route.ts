import { eventSchema } from "../../wire/dashboard/events.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import type { LiveEvents } from "./live-events.ts";

/** Events as they come in. */
export function liveRoute(live: LiveEvents): ApiRoute {
	return defineRoute({
		method: "GET",
		path: "/api/v1/live",
		summary: "Events as they are stored, as server-sent events",
		answer: {
			description:
				"A message for each event; `skipped` says how many a slow reader missed, `dropped` what was not stored and why",
			mediaType: "text/event-stream",
			schema: eventSchema,
		},
		// The reader is destroyed when the connection closes.
		handle: async ({ reply }) => reply.type("text/event-stream").send(live.open()),
	});
}
