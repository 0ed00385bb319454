import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { DAMAGE_ADVICE, isDamage } from "../../store/database/damage.ts";
import { csvRow } from "../../wire/dashboard/csv.ts";
import {
	EXPORT_FORMAT,
	type ExportedEvent,
	type ExportedTotals,
	exportedEvent,
	exportedTotals,
} from "../../wire/dashboard/transfer.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { isOrdered, NOT_ORDERED, timeRange, timeRangeShape } from "../api/time-range.ts";
import type { ApiContext } from "../api-context.ts";
import { type ExportPart, exportParts } from "./export-parts.ts";

const exportQuery = z
	.object({
		...timeRangeShape,
	})
	.refine(isOrdered, NOT_ORDERED);

/** A way to write an export down. */
interface ExportFormat {
	readonly path: `/api/${string}`;
	readonly summary: string;
	readonly mediaType: string;
	readonly schema: z.ZodType;
	readonly head: string;
	readonly event: (event: ExportedEvent) => string;
	readonly totals: (totals: ExportedTotals) => string;
	/** Last line of an export that breaks off. */
	readonly failure: (sentence: string) => string;
}

const COLUMNS = [
	"uuid",
	"event",
	"distinct_id",
	"timestamp",
	"received_at",
	"properties",
	"set",
].concat(["set_once", "unset", "person_id", "bot", "visitor", "session"]);

const FORMATS: readonly ExportFormat[] = [
	{
		path: "/api/v1/export/events.jsonl",
		summary: "Totals of days without events, then events, the oldest first: one JSON object a line",
		mediaType: "application/jsonl; charset=utf-8",
		schema: z.union([exportedEvent, exportedTotals]),
		head: "",
		event: (event) => `${JSON.stringify(event)}\n`,
		totals: (totals) => `${JSON.stringify(totals)}\n`,
		failure: (error) => `${JSON.stringify({ format: EXPORT_FORMAT, error })}\n`,
	},
	{
		path: "/api/v1/export/events.csv",
		summary: "Stored events as a table for spreadsheets, the oldest first; properties are JSON",
		mediaType: "text/csv; charset=utf-8; header=present",
		schema: exportedEvent,
		head: csvRow(COLUMNS),
		event: ({ format: _, visit, ...event }) => {
			const row = { ...event, visitor: visit?.visitor ?? null, session: visit?.session ?? null };
			return csvRow(COLUMNS.map((column) => cellText(row[column as keyof typeof row])));
		},
		totals: () => "",
		failure: (sentence) => csvRow(["error", sentence]),
	},
];

/** All of a range, in whatever time the reader takes for it. */
export function exportRoutes({ store }: ApiContext): readonly ApiRoute[] {
	return FORMATS.map((format) =>
		defineRoute("viewer", `GET ${format.path}`, {
			summary: format.summary,
			query: exportQuery,
			answer: {
				description: "The totals of days without events, and the events",
				mediaType: format.mediaType,
				schema: format.schema,
			},
			handle: async ({ query, reply }) => {
				const lines = exportLines(exportParts(store, timeRange(query)), format);
				// Destroyed when the reader leaves, which ends the generator at its next page.
				const body = Readable.from(lines, { objectMode: false });
				body.once("error", store.noteDamage);
				reply.type(format.mediaType);
				return body;
			},
		}),
	);
}

async function* exportLines(
	parts: AsyncIterable<ExportPart>,
	{ head, event, totals, failure }: ExportFormat,
): AsyncGenerator<string> {
	if (head !== "") yield head;
	try {
		for await (const part of parts) {
			const text = part.kind === "events" ? part.lines.map(event) : part.lines.map(totals);
			yield text.join("");
		}
	} catch (error) {
		yield failure(
			`The export ends here and is incomplete. ${isDamage(error) ? DAMAGE_ADVICE : error}`,
		);
		// The stream is destroyed: the line must have left before.
		await setImmediate();
		throw error;
	}
}

function cellText(value: unknown): string {
	if (value === null || value === undefined) return "";
	return typeof value === "string" ? value : JSON.stringify(value);
}
