import * as z from "zod";
import type { EventCursor, EventQuery } from "../../store/events/event-reader.ts";
import type { Persons } from "../../store/people/persons.ts";
import { eventsAnswer } from "../../wire/dashboard/events.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { limitParameter } from "../api/limit-parameter.ts";
import { isOrdered, NOT_ORDERED, timeRange, timeRangeShape } from "../api/time-range.ts";
import type { ApiContext } from "../api-context.ts";
import { findPerson } from "../persons/search-persons.ts";
import { BOT_CHOICES, findEvents } from "./find-events.ts";
import { propertyConditionsShape } from "./property-conditions.ts";
import { renderEvent } from "./render-event.ts";

const CURSOR_RULE = "must be the next_cursor of an earlier answer";
const ORDERS = ["newest-first", "oldest-first"] as const;
const TEXT_RULE = "must be given once";

const eventsQuery = z
	.object({
		...timeRangeShape,
		event: z.string(TEXT_RULE).optional().describe("Only events of this name"),
		...propertyConditionsShape,
		person: z.string(TEXT_RULE).optional().describe("Only one person's: their id or a distinct id"),
		bots: z
			.enum(BOT_CHOICES, `must be one of ${BOT_CHOICES.join(", ")}`)
			.default("exclude")
			.describe("Events of bots, which no figure counts, are left out unless asked for"),
		order: z.enum(ORDERS, `must be one of ${ORDERS.join(", ")}`).default("newest-first"),
		cursor: z
			.string(CURSOR_RULE)
			.regex(/^-?\d{1,16}_\d{1,16}$/, CURSOR_RULE)
			.transform(readCursor)
			.optional(),
		limit: limitParameter({ preset: 100, max: 1_000 }).describe("Events in one answer"),
	})
	.refine(isOrdered, NOT_ORDERED);

/** Single events, filtered and paged. */
export function eventsRoute({ store: { events, persons } }: ApiContext): ApiRoute {
	return defineRoute("GET /api/v1/events", {
		summary: "Single events, filtered and paged",
		query: eventsQuery,
		answer: { description: "A page of events", schema: eventsAnswer },
		handle: async ({ query }) => {
			const found = await findEvents(events, eventQuery(query, persons), query);
			return {
				results: found.events.map(renderEvent),
				next_cursor: found.next === undefined ? null : renderCursor(found.next),
			};
		},
	});
}

function eventQuery(
	{ person, order, cursor, limit, ...times }: z.output<typeof eventsQuery>,
	persons: Persons,
): EventQuery {
	return {
		...timeRange(times),
		order,
		limit,
		...(cursor === undefined ? {} : { after: cursor }),
		...(person === undefined ? {} : { distinctIds: distinctIdsOf(persons, person) }),
	};
}

/** A visitor without a person still has a distinct id. */
function distinctIdsOf(persons: Persons, id: string): readonly string[] {
	return findPerson(persons, id)?.distinctIds ?? [id];
}

function readCursor(text: string): EventCursor {
	const [timestamp, id] = text.split("_");
	return { timestamp: Number(timestamp), id: Number(id) };
}

function renderCursor({ timestamp, id }: EventCursor): string {
	return `${timestamp}_${id}`;
}
