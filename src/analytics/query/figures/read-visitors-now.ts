import type { Reader } from "../threads/reader.ts";

const WINDOW_MS = 5 * 60_000;

/** Visitors with an event in the last five minutes. */
export function readVisitorsNow({ database }: Reader, now: number): number {
	const row = database
		.prepare(`
			SELECT count(DISTINCT coalesce(sessions.visitor, sessions.id)) AS visitors
			FROM events INDEXED BY events_by_time JOIN sessions ON sessions.id = events.session
			WHERE events.timestamp >= ?
		`)
		.get(now - WINDOW_MS);
	return Number(row?.["visitors"]);
}
