import * as z from "zod";
import { refuseRequest } from "../../http/refuse-request.ts";
import type { CaptureWatch } from "../../ingest/capture-watch.ts";
import type { AnalyticsStore } from "../../store/analytics-store.ts";
import type { EventDetails } from "../../wire/dashboard/events.ts";
import { type ApiRoute, defineRoute, idOf } from "../api/define-route.ts";
import { limitParameter } from "../api/limit-parameter.ts";
import { askThreads } from "../ask-threads.ts";
import { intervalShape, localRangeShape } from "../figures/local-range.ts";
import { INTERVALS } from "../interval.ts";
import type { ReadingThreads } from "../threads/reading-threads.ts";
import { propertyConditionsShape } from "./property-conditions.ts";
import { eventSchema, renderEvent } from "./render-event.ts";

const NAME_RULE = "must be the name of an event";
const eventName = z.string(NAME_RULE).min(1, NAME_RULE);
const TEXT_RULE = "must be given once";

const namesQuery = z.object({
	...localRangeShape,
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Names"),
});
const namesAnswer = z.object({
	results: z.array(z.object({ event: z.string(), count: z.int() })),
});

const propertiesAnswer = z.object({
	events: z.int().describe("Of how many of the newest events"),
	results: z.array(z.object({ name: z.string(), count: z.int(), values: z.array(z.string()) })),
});

const seriesQuery = z.object({
	event: eventName,
	...localRangeShape,
	...intervalShape,
	...propertyConditionsShape,
	breakdown: z.string(TEXT_RULE).optional().describe("Name of a property"),
	limit: limitParameter({ preset: 10, max: 50 }).describe("Values of the property"),
});
const counts = z.array(z.int());
const seriesAnswer = z.object({
	event: z.string(),
	from: z.iso.datetime(),
	to: z.iso.datetime(),
	interval: z.enum(INTERVALS),
	timezone: z.string(),
	total: z.int(),
	starts: z.array(z.iso.datetime()),
	counts,
	breakdown: z
		.object({
			property: z.string(),
			rows: z.array(z.object({ value: z.string().nullable(), total: z.int(), counts })),
			other: z.object({ total: z.int(), counts }).nullable(),
		})
		.nullable(),
	is_partial: z.boolean().describe("Older events of the range could not be read in time"),
});

const stepSchema = z.object({
	name: z.string(),
	outcome: z.enum(["kept", "changed", "dropped"]),
	changes: z.array(z.string()),
});
const detailsAnswer = z.object({
	event: eventSchema,
	bot: z.string().nullable(),
	session: z.int().nullable(),
	steps: z.array(stepSchema).nullable().describe("null unless somebody watched when it came in"),
});

export interface EventRoutesOptions {
	readonly store: AnalyticsStore;
	readonly threads: ReadingThreads;
	readonly watch: CaptureWatch;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/** Events by name, over time, by property, and one of them with all that is known of it. */
export function eventRoutes({
	store,
	threads,
	watch,
	now,
}: EventRoutesOptions): readonly ApiRoute[] {
	const names = defineRoute({
		method: "GET",
		path: "/api/v1/events/names",
		summary: "Names of events with their numbers, the most frequent first",
		query: namesQuery,
		answer: { description: "The names", schema: namesAnswer },
		handle: async ({ query, request, reply }) => {
			const question = { ...query, now: now() };
			const outcome = await askThreads(threads, { kind: "event-names", question, reply });
			if (outcome.kind === "answer") return outcome.answer;
			return refuseRequest(request, reply, { status: 400, problems: outcome.problems });
		},
	});
	const properties = defineRoute({
		method: "GET",
		path: "/api/v1/events/properties",
		summary: "Properties of the newest events of a name, with their most frequent values",
		query: z.object({ event: eventName }),
		answer: { description: "The properties", schema: propertiesAnswer },
		handle: async ({ query, reply }) =>
			askThreads(threads, { kind: "event-properties", question: query, reply }),
	});
	const series = defineRoute({
		method: "GET",
		path: "/api/v1/events/series",
		summary: "How often an event happened, point by point, broken down by a property",
		query: seriesQuery,
		answer: { description: "The numbers", schema: seriesAnswer },
		handle: async ({ query, request, reply }) => {
			const { property, property_not, breakdown, ...rest } = query;
			const conditions = { property, property_not };
			const question = { ...rest, conditions, breakdown, now: now() };
			const outcome = await askThreads(threads, { kind: "event-series", question, reply });
			if (outcome.kind === "answer") return outcome.answer;
			return refuseRequest(request, reply, { status: 400, problems: outcome.problems });
		},
	});
	const details = defineRoute({
		method: "GET",
		path: "/api/v1/events/{id}",
		summary: "One event by its uuid, with the steps that it went through",
		query: z.object({}),
		answer: { description: "The event", schema: detailsAnswer },
		refusals: { 404: "No event of that uuid is stored" },
		handle: async ({ request, reply }) => {
			const event = store.events.find(idOf(request));
			if (event === undefined) {
				const problems = [`There is nothing at events/${idOf(request)}`];
				return refuseRequest(request, reply, { status: 404, problems });
			}
			return {
				event: renderEvent(event),
				bot: event.bot ?? null,
				session: event.session ?? null,
				steps: watch.stepsOf(event.uuid) ?? null,
			} satisfies EventDetails;
		},
	});
	return [names, properties, series, details];
}
