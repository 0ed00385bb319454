import { Readable } from "node:stream";
import { z } from "zod";
import type { EventReader, StoredEvent } from "../store/event-reader.ts";
import { type ApiRoute, defineRoute } from "./api-route.ts";
import { csvRow } from "./csv.ts";
import { eventPages } from "./event-pages.ts";
import { eventSchema, renderEvent } from "./render-event.ts";
import { isOrdered, NOT_ORDERED, type TimeRange, timeRange, timeRangeShape } from "./time-range.ts";

const exportQuery = z.object(timeRangeShape).refine(isOrdered, NOT_ORDERED);

/** A way to write events down. */
interface ExportFormat {
	readonly path: `/api/${string}`;
	readonly summary: string;
	readonly mediaType: string;
	readonly head: string;
	readonly line: (event: StoredEvent) => string;
}

const FORMATS: readonly ExportFormat[] = [
	{
		path: "/api/v1/export/events.jsonl",
		summary: "Stored events, one JSON object a line, the oldest first",
		mediaType: "application/jsonl; charset=utf-8",
		head: "",
		line: (event) => `${JSON.stringify(renderEvent(event))}\n`,
	},
	{
		path: "/api/v1/export/events.csv",
		summary: "Stored events as a table, the oldest first; properties are JSON",
		mediaType: "text/csv; charset=utf-8; header=present",
		head: csvRow(Object.keys(eventSchema.shape)),
		line: (event) => csvRow(Object.values(renderEvent(event)).map(cellText)),
	},
];

/** Raw events, all of a range, in whatever time the reader takes for them. */
export function exportRoutes(events: EventReader): readonly ApiRoute[] {
	return FORMATS.map((format) =>
		defineRoute({
			method: "GET",
			path: format.path,
			summary: format.summary,
			query: exportQuery,
			answer: { description: "The events", mediaType: format.mediaType, schema: eventSchema },
			handle: async ({ query, reply }) => {
				const lines = exportLines(events, format, timeRange(query));
				// Destroyed when the reader leaves, which ends the generator at its next page.
				const body = Readable.from(lines, { objectMode: false });
				return reply.type(format.mediaType).send(body);
			},
		}),
	);
}

async function* exportLines(
	events: EventReader,
	{ head, line }: ExportFormat,
	range: TimeRange,
): AsyncGenerator<string> {
	if (head !== "") yield head;
	for await (const page of eventPages(events, { ...range, order: "oldest-first" }))
		yield page.map(line).join("");
}

function cellText(value: unknown): string {
	if (value === null) return "";
	return typeof value === "string" ? value : JSON.stringify(value);
}
