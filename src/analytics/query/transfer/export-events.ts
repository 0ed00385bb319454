import { Readable } from "node:stream";
import * as z from "zod";
import type { StoredEvent } from "../../store/events/event-reader.ts";
import { csvRow } from "../../wire/dashboard/csv.ts";
import { eventSchema } from "../../wire/dashboard/events.ts";
import type { ApiContext } from "../api/api-context.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { isOrdered, NOT_ORDERED, timeRange, timeRangeShape } from "../api/time-range.ts";
import { eventPages } from "../events/event-pages.ts";
import { renderEvent } from "../events/render-event.ts";

const exportQuery = z
	.object({
		...timeRangeShape,
		bots: z
			.enum(["true", "false"], "must be true or false")
			.default("false")
			.describe("Whether every event says whose it is as `bot`: a bot's name, or null"),
	})
	.refine(isOrdered, NOT_ORDERED);

const exportedSchema = eventSchema.extend({
	bot: z.string().nullable().optional().describe("With `bots=true` alone"),
});

type ExportedEvent = z.infer<typeof exportedSchema>;

/** A way to write events down. */
interface ExportFormat {
	readonly path: `/api/${string}`;
	readonly summary: string;
	readonly mediaType: string;
	readonly head: (columns: readonly string[]) => string;
	readonly line: (event: ExportedEvent) => string;
}

const FORMATS: readonly ExportFormat[] = [
	{
		path: "/api/v1/export/events.jsonl",
		summary: "Stored events, one JSON object a line, the oldest first",
		mediaType: "application/jsonl; charset=utf-8",
		head: () => "",
		line: (event) => `${JSON.stringify(event)}\n`,
	},
	{
		path: "/api/v1/export/events.csv",
		summary: "Stored events as a table, the oldest first; properties are JSON",
		mediaType: "text/csv; charset=utf-8; header=present",
		head: csvRow,
		line: (event) => csvRow(Object.values(event).map(cellText)),
	},
];

/** Raw events, all of a range, in whatever time the reader takes for them. */
export function exportRoutes({ store: { events } }: ApiContext): readonly ApiRoute[] {
	return FORMATS.map((format) =>
		defineRoute({
			method: "GET",
			path: format.path,
			summary: format.summary,
			query: exportQuery,
			answer: { description: "The events", mediaType: format.mediaType, schema: exportedSchema },
			handle: async ({ query, reply }) => {
				const rendering = query.bots === "true" ? WITH_BOTS : WITHOUT_BOTS;
				const lines = exportLines(
					eventPages(events, { ...timeRange(query), order: "oldest-first" }),
					format,
					rendering,
				);
				// Destroyed when the reader leaves, which ends the generator at its next page.
				const body = Readable.from(lines, { objectMode: false });
				return reply.type(format.mediaType).send(body);
			},
		}),
	);
}

/** What of an event is written down. */
interface Rendering {
	readonly columns: readonly string[];
	readonly render: (event: StoredEvent) => ExportedEvent;
}

const WITHOUT_BOTS: Rendering = { columns: Object.keys(eventSchema.shape), render: renderEvent };
const WITH_BOTS: Rendering = {
	columns: Object.keys(exportedSchema.shape),
	render: (event) => ({ ...renderEvent(event), bot: event.bot ?? null }),
};

async function* exportLines(
	pages: AsyncIterable<readonly StoredEvent[]>,
	{ head, line }: ExportFormat,
	{ columns, render }: Rendering,
): AsyncGenerator<string> {
	const first = head(columns);
	if (first !== "") yield first;
	for await (const page of pages) yield page.map((event) => line(render(event))).join("");
}

function cellText(value: unknown): string {
	if (value === null) return "";
	return typeof value === "string" ? value : JSON.stringify(value);
}
