import * as z from "zod";
import {
	eventDetails,
	eventNamesAnswer,
	eventPropertiesAnswer,
	eventSeriesAnswer,
} from "../../wire/dashboard/events.ts";
import { rangeShape } from "../../wire/dashboard/question.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { limitParameter, textParameter } from "../api/parameters.ts";
import type { ApiContext } from "../api-context.ts";
import { intervalShape } from "../figures/local-range.ts";
import { propertyConditionsShape } from "./property-conditions.ts";
import { readEventSeries } from "./read-event-series.ts";
import { renderEvent } from "./render-event.ts";

const NAME_RULE = "must be the name of an event";
const eventName = z.string(NAME_RULE).min(1, NAME_RULE);

const namesQuery = z.object({
	...rangeShape,
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Names"),
});
const seriesQuery = z.object({
	event: eventName,
	...rangeShape,
	...intervalShape,
	...propertyConditionsShape,
	breakdown: textParameter.optional().describe("Name of a property"),
	limit: limitParameter({ preset: 10, max: 50 }).describe("Values of the property"),
});
/** Events by name, over time, by property, and one of them with all that is known of it. */
export function eventRoutes({ store, threads, ask, watch, now }: ApiContext): readonly ApiRoute[] {
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
	const series = defineRoute("viewer", "GET /api/v1/events/series", {
		summary: "How often an event happened, point by point, broken down by a property",
		query: seriesQuery,
		answer: { description: "The numbers", schema: eventSeriesAnswer },
		handle: async ({ query: { property, property_not, breakdown, ...rest }, reply }) => {
			const conditions = { property, property_not };
			return readEventSeries(ask, { ...rest, conditions, breakdown }, reply.raw);
		},
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
	return [names, properties, series, details];
}
