import * as z from "zod";
import {
	eventDetails,
	eventNamesAnswer,
	eventPropertiesAnswer,
} from "../../wire/dashboard/events.ts";
import { rangeShape } from "../../wire/dashboard/question.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { limitParameter } from "../api/parameters.ts";
import type { ApiContext } from "../api-context.ts";
import { renderEvent } from "./render-event.ts";

const NAME_RULE = "must be the name of an event";
const eventName = z.string(NAME_RULE).min(1, NAME_RULE);

const namesQuery = z.object({
	...rangeShape,
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Names"),
});

/** Names of events, their properties, and one event with all that is known of it. */
export function eventRoutes({ store, threads, watch, now }: ApiContext): readonly ApiRoute[] {
	const names = defineRoute("viewer", "GET /api/v1/events/names", {
		summary: "Names of events with their numbers, the most frequent first",
		query: namesQuery,
		answer: { description: "The names", schema: eventNamesAnswer },
		handle: async ({ query, reply }) =>
			threads.ask("event-names", { ...query, now: now() }, reply.raw),
	});
	const properties = defineRoute("viewer", "GET /api/v1/events/properties", {
		summary: "Properties of the newest events of a name, with their most frequent values",
		query: z.object({ event: eventName }),
		answer: { description: "The properties", schema: eventPropertiesAnswer },
		handle: async ({ query, reply }) => threads.ask("event-properties", query, reply.raw),
	});
	const details = defineRoute("viewer", "GET /api/v1/events/{id}", {
		summary: "One event by its uuid, with the steps that it went through",
		answer: { description: "The event", schema: eventDetails },
		handle: async ({ id }) => {
			const event = store.events.find(id);
			if (event === undefined) return undefined;
			return {
				event: renderEvent(event),
				bot: event.bot ?? null,
				session: store.events.sessionOf(event) ?? null,
				steps: watch.stepsOf(event.uuid) ?? null,
			};
		},
	});
	return [names, properties, details];
}
