import type {
	EventCursor,
	EventQuery,
	EventReader,
	StoredEvent,
} from "../../store/events/event-reader.ts";
import { eventPages } from "./event-pages.ts";
import { meetsConditions, type PropertyConditions } from "./property-conditions.ts";

export interface EventFilter extends PropertyConditions {
	readonly event?: string | undefined;
	readonly bots: BotChoice;
}

/** Whether events of bots are among what is found, as no figure counts them. */
export const BOT_CHOICES = ["exclude", "include"] as const;
export type BotChoice = (typeof BOT_CHOICES)[number];

export interface FoundEvents {
	readonly events: readonly StoredEvent[];
	/** Where to go on, or `undefined` at the end of the range. */
	readonly next: EventCursor | undefined;
}

/**
 * Filters have no index, so a search reads this many events and then
 * returns what it found with a cursor.
 */
const MAX_SCANNED_EVENTS = 20_000;

/** Looks for events that pass the filter; the service does other things between two pages. */
export async function findEvents(
	reader: EventReader,
	{ limit, ...query }: EventQuery,
	filter: EventFilter,
): Promise<FoundEvents> {
	const found: StoredEvent[] = [];
	let scanned = 0;
	for await (const page of eventPages(reader, query)) {
		for (const event of page) {
			scanned += 1;
			if (passes(event, filter)) found.push(event);
			if (found.length === limit || scanned === MAX_SCANNED_EVENTS) {
				return { events: found, next: event };
			}
		}
	}
	return { events: found, next: undefined };
}

function passes(stored: StoredEvent, { event, bots, ...conditions }: EventFilter): boolean {
	if (bots === "exclude" && stored.bot !== undefined) return false;
	if (event !== undefined && stored.event !== event) return false;
	return meetsConditions(stored.properties, conditions);
}
