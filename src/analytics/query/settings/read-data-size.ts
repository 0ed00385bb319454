import type { SettingsAnswer } from "../../wire/dashboard/settings.ts";
import type { Reader } from "../threads/reader.ts";

type DataSize = Omit<SettingsAnswer["data"], "file_bytes" | "schema_version">;

/** How much there is; a count of ten million events takes a moment. */
export function readDataSize({ database }: Reader, _question: undefined): DataSize {
	const row = database
		.prepare(`
			SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM persons) AS persons,
				(SELECT min(timestamp) FROM events) AS oldest, (SELECT max(timestamp) FROM events) AS newest
		`)
		.get();
	const time = (value: unknown) =>
		typeof value === "number" ? new Date(value).toISOString() : null;
	return {
		events: Number(row?.["events"]),
		persons: Number(row?.["persons"]),
		oldest_event_at: time(row?.["oldest"]),
		newest_event_at: time(row?.["newest"]),
	};
}
