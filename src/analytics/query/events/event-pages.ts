import { setImmediate } from "node:timers/promises";
import type {
	EventCursor,
	EventQuery,
	EventReader,
	StoredEvent,
} from "../../store/events/event-reader.ts";

/** A page takes a few milliseconds to read; other work of the service runs between two pages. */
const EVENTS_PER_PAGE = 200;

/**
 * Reads events a page at a time. Each page is read when the previous one has been consumed, so
 * neither memory nor an open read grows with the number of events.
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

/** Continues a query after an event. Narrows the range too, so that the index scan starts at the end of the last page. */
export function behind<Query extends Omit<EventQuery, "limit">>(
	query: Query,
	after: EventCursor,
): Query {
	const { from, to, order } = query;
	const { timestamp } = after;
	return order === "oldest-first"
		? { ...query, after, from: Math.max(from, timestamp) }
		: { ...query, after, to: Math.min(to, timestamp + 1) };
}
