import { setImmediate } from "node:timers/promises";
import type {
	EventCursor,
	EventQuery,
	EventReader,
	StoredEvent,
} from "../../store/events/event-reader.ts";

/** Some milliseconds of reading; whatever else the service has to do goes between two pages. */
const EVENTS_PER_PAGE = 200;

/**
 * Reads events a page at a time. The store is asked for a page when the one before has been
 * consumed, so neither memory nor an open read grows with the number of events.
 */
export async function* eventPages(
	events: EventReader,
	query: Omit<EventQuery, "limit">,
): AsyncGenerator<readonly StoredEvent[]> {
	let next = query.after === undefined ? query : behind(query, query.after);
	while (true) {
		const page = events.page({ ...next, limit: EVENTS_PER_PAGE });
		const last = page.at(-1);
		if (last === undefined) return;
		yield page;
		next = behind(next, last);
		await setImmediate();
	}
}

/** The range is narrowed too: the index is then entered where the last page ended, not where the first began. */
function behind(query: Omit<EventQuery, "limit">, after: EventCursor): Omit<EventQuery, "limit"> {
	const { from, to, order } = query;
	const { timestamp } = after;
	return order === "oldest-first"
		? { ...query, after, from: Math.max(from, timestamp) }
		: { ...query, after, to: Math.min(to, timestamp + 1) };
}
