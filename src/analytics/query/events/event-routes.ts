import * as z from "zod";
import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { limitParameter, textParameter } from "../../api/parameters.ts";
import { isOrdered, NOT_ORDERED, timeRange, timeRangeShape } from "../../api/time-range.ts";
import {
	eventDetails,
	eventNamesAnswer,
	eventPropertiesAnswer,
	eventsAnswer,
} from "../../api-types/events.ts";
import { rangeShape } from "../../api-types/question.ts";
import type { EventCursor } from "../../store/events/event-reader.ts";
import type { ApiContext } from "../api-context.ts";
import { renderEvent } from "./render-event.ts";

const NAME_RULE = "must be the name of an event";
const CURSOR_RULE = "must be the next_cursor of an earlier response";

/** Values that are not strings are compared as JSON. */
const propertiesParameter = (name: "property" | "property_not", what: string) =>
	z
		.record(z.string(), textParameter, `must be ${name}.{name}={value}`)
		.default({})
		.describe(`Only events ${what}: ${name}.{name}={value}`);

const eventsQuery = z
	.object({
		...timeRangeShape,
		event: textParameter.optional().describe("Only events of this name"),
		property: propertiesParameter("property", "with these properties"),
		property_not: propertiesParameter("property_not", "without these properties"),
		person: textParameter.optional().describe("Only events of this person, by id or distinct id"),
		bots: z
			.enum(["exclude", "include"])
			.default("exclude")
			.describe("Whether to include events of bots"),
		order: z.enum(["newest-first", "oldest-first"]).default("newest-first"),
		cursor: z
			.string(CURSOR_RULE)
			.regex(/^-?\d{1,16}_\d{1,16}$/, CURSOR_RULE)
			.transform(readCursor)
			.optional(),
		limit: limitParameter({ preset: 100, max: 1_000 }).describe("Maximum number of events"),
	})
	.refine(isOrdered, NOT_ORDERED);

/** Routes for single events, their names and their properties. */
export function eventRoutes({ store, threads, watch, now }: ApiContext): readonly ApiRoute[] {
	const { events } = store;
	return [
		defineRoute("viewer", "GET /api/v1/events", {
			summary: "Single events, filtered and paged",
			query: eventsQuery,
			answer: { description: "A page of events", schema: eventsAnswer },
			handle: async ({ query, reply }) => {
				const { cursor: after, property_not: propertyNot, ...asked } = query;
				const question = { ...asked, ...timeRange(query), propertyNot, after };
				const { found, next } = await threads.ask("events", question, reply.raw);
				return {
					results: found.map(renderEvent),
					next_cursor: next === undefined ? null : `${next.timestamp}_${next.id}`,
				};
			},
		}),
		defineRoute("viewer", "GET /api/v1/events/names", {
			summary: "Names of events with their counts, the most frequent first",
			query: z.object({
				...rangeShape,
				limit: limitParameter({ preset: 100, max: 1_000 }).describe("Maximum number of names"),
			}),
			answer: { description: "The names", schema: eventNamesAnswer },
			handle: async ({ query, reply }) =>
				threads.ask("event-names", { ...query, now: now() }, reply.raw),
		}),
		defineRoute("viewer", "GET /api/v1/events/properties", {
			summary: "Properties of the newest events of a name, with their most frequent values",
			query: z.object({ event: z.string(NAME_RULE).min(1, NAME_RULE) }),
			answer: { description: "The properties", schema: eventPropertiesAnswer },
			handle: async ({ query, reply }) => threads.ask("event-properties", query, reply.raw),
		}),
		defineRoute("viewer", "GET /api/v1/events/{id}", {
			summary: "One event by its uuid, with its steps of ingest",
			answer: { description: "The event", schema: eventDetails },
			handle: async ({ id }) => {
				const event = events.find(id);
				if (event === undefined) return undefined;
				return {
					event: renderEvent(event),
					bot: event.bot ?? null,
					session: event.session ?? null,
					steps: watch.stepsOf(event.uuid) ?? null,
				};
			},
		}),
	];
}

function readCursor(text: string): EventCursor {
	const [timestamp, id] = text.split("_");
	return { timestamp: Number(timestamp), id: Number(id) };
}
