import * as z from "zod";
import type {
	EventCursor,
	EventQuery,
	EventReader,
	StoredEvent,
} from "../../store/events/event-reader.ts";
import { eventsAnswer } from "../../wire/dashboard/events.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { limitParameter, textParameter } from "../api/parameters.ts";
import { isOrdered, NOT_ORDERED, timeRange, timeRangeShape } from "../api/time-range.ts";
import type { ApiContext } from "../api-context.ts";
import { findPerson } from "../persons/search-persons.ts";
import { eventPages } from "./event-pages.ts";
import { meetsConditions, propertyConditionsShape } from "./property-conditions.ts";
import { renderEvent } from "./render-event.ts";

const CURSOR_RULE = "must be the next_cursor of an earlier answer";
const ORDERS = ["newest-first", "oldest-first"] as const;
const BOT_CHOICES = ["exclude", "include"] as const;

const eventsQuery = z
	.object({
		...timeRangeShape,
		event: textParameter.optional().describe("Only events of this name"),
		...propertyConditionsShape,
		person: textParameter.optional().describe("Only one person's: their id or a distinct id"),
		bots: z
			.enum(BOT_CHOICES)
			.default("exclude")
			.describe("Events of bots, which no figure counts, are left out unless asked for"),
		order: z.enum(ORDERS).default("newest-first"),
		cursor: z
			.string(CURSOR_RULE)
			.regex(/^-?\d{1,16}_\d{1,16}$/, CURSOR_RULE)
			.transform(readCursor)
			.optional(),
		limit: limitParameter({ preset: 100, max: 1_000 }).describe("Events in one answer"),
	})
	.refine(isOrdered, NOT_ORDERED);

type EventsQuestion = z.output<typeof eventsQuery>;

/** Single events, filtered and paged. */
export function eventsRoute({ store: { events, persons } }: ApiContext): ApiRoute {
	return defineRoute("viewer", "GET /api/v1/events", {
		summary: "Single events, filtered and paged",
		query: eventsQuery,
		answer: { description: "A page of events", schema: eventsAnswer },
		handle: async ({ query }) => {
			const { person, cursor } = query;
			const { found, next } = await findEvents(query, events, {
				...timeRange(query),
				order: query.order,
				...(cursor === undefined ? {} : { after: cursor }),
				// A visitor without a person still has a distinct id.
				...(person === undefined
					? {}
					: { distinctIds: findPerson(persons, person)?.distinctIds ?? [person] }),
			});
			return {
				results: found.map(renderEvent),
				next_cursor: next === undefined ? null : `${next.timestamp}_${next.id}`,
			};
		},
	});
}

/**
 * Filters have no index, so a search reads this many events and then
 * returns what it found with a cursor.
 */
const MAX_SCANNED_EVENTS = 20_000;

/** Looks for events that pass the filter; the service does other things between two pages. */
async function findEvents(
	{ event: name, bots, limit, ...conditions }: EventsQuestion,
	reader: EventReader,
	read: Omit<EventQuery, "limit">,
) {
	const found: StoredEvent[] = [];
	let scanned = 0;
	for await (const page of eventPages(reader, read)) {
		for (const event of page) {
			scanned += 1;
			const passes =
				(bots === "include" || event.bot === undefined) &&
				(name === undefined || event.event === name) &&
				meetsConditions(event.properties, conditions);
			if (passes) found.push(event);
			if (found.length === limit || scanned === MAX_SCANNED_EVENTS) return { found, next: event };
		}
	}
	return { found, next: undefined };
}

function readCursor(text: string): EventCursor {
	const [timestamp, id] = text.split("_");
	return { timestamp: Number(timestamp), id: Number(id) };
}
