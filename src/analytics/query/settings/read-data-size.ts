import type { Reader } from "../threads/reader.ts";

export interface DataSize {
	readonly events: number;
	readonly persons: number;
	/** Milliseconds since the Unix epoch. */
	readonly oldestEventAt: number | undefined;
	readonly newestEventAt: number | undefined;
}

/** How much there is; a count of ten million events takes a moment. */
export function readDataSize({ database }: Reader, _question: undefined): DataSize {
	const row = database
		.prepare(`
			SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM persons) AS persons,
				(SELECT min(timestamp) FROM events) AS oldest, (SELECT max(timestamp) FROM events) AS newest
		`)
		.get();
	const time = (value: unknown) => (typeof value === "number" ? value : undefined);
	return {
		events: Number(row?.["events"]),
		persons: Number(row?.["persons"]),
		oldestEventAt: time(row?.["oldest"]),
		newestEventAt: time(row?.["newest"]),
	};
}
