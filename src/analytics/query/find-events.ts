import type { EventCursor, EventQuery, EventReader, StoredEvent } from "../store/event-reader.ts";
import { eventPages } from "./event-pages.ts";

export interface EventFilter {
	readonly event?: string | undefined;
	/** Values that properties must have, as text; anything but text is compared as JSON. */
	readonly property: Readonly<Record<string, string>>;
}

export interface FoundEvents {
	readonly events: readonly StoredEvent[];
	/** Where to go on, or `undefined` at the end of the range. */
	readonly next: EventCursor | undefined;
}

/**
 * There is no index for what a filter may ask, so a search looks at so many events and then
 * answers what it has found, with the place where the next one goes on.
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

function passes(stored: StoredEvent, { event, property }: EventFilter): boolean {
	if (event !== undefined && stored.event !== event) return false;
	return Object.entries(property).every(
		([name, value]) => textOf(stored.properties[name]) === value,
	);
}

function textOf(value: unknown): string | undefined {
	return typeof value === "string" ? value : JSON.stringify(value);
}
