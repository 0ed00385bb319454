import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import {
	isOrdered,
	NOT_ORDERED,
	type TimeRange,
	timeRange,
	timeRangeShape,
} from "../../api/time-range.ts";
import { csvRow } from "../../api-types/csv.ts";
import {
	EXPORT_FORMAT,
	type ExportedEvent,
	type ExportedTotals,
	exportedEvent,
	exportedTotals,
} from "../../api-types/transfer.ts";
import type { AnalyticsStore } from "../../store/analytics-store.ts";
import { DAMAGE_ADVICE, isDamage } from "../../store/database/damage.ts";
import { DAY_MS, isoDay } from "../../store/totals/roll-up.ts";
import type { ApiContext } from "../api-context.ts";
import { eventPages } from "../events/event-pages.ts";
import { exportedLine } from "./exported-line.ts";

/** A file format of an export. */
interface ExportFormat {
	readonly path: `/api/${string}`;
	readonly summary: string;
	readonly mediaType: string;
	readonly schema: z.ZodType;
	readonly head: string;
	readonly event: (event: ExportedEvent) => string;
	readonly totals: (totals: ExportedTotals) => string;
	/** Last line of an export that fails. */
	readonly failure: (sentence: string) => string;
}

const COLUMNS = [
	...["uuid", "event", "distinct_id", "timestamp", "received_at", "properties", "set"],
	...["set_once", "unset", "person_id", "bot", "visitor", "session"],
];

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

/** Routes that export a whole time range, as fast as the client reads it. */
export function exportRoutes({ store }: ApiContext): readonly ApiRoute[] {
	return FORMATS.map((format) =>
		defineRoute("viewer", `GET ${format.path}`, {
			summary: format.summary,
			query: z.object(timeRangeShape).refine(isOrdered, NOT_ORDERED),
			answer: {
				description: "The lines of the export",
				mediaType: format.mediaType,
				schema: format.schema,
			},
			handle: async ({ query, reply }) => {
				const parts = exportParts(store, timeRange(query), format);
				// Destroyed when the client disconnects, which ends the generator at its next page.
				const body = Readable.from(withFailure(parts, format), { objectMode: false });
				body.once("error", store.noteDamage);
				reply.type(format.mediaType);
				return body;
			},
		}),
	);
}

async function* withFailure(
	parts: AsyncIterable<string>,
	{ failure }: ExportFormat,
): AsyncGenerator<string> {
	try {
		yield* parts;
	} catch (error) {
		yield failure(
			`The export ends here and is incomplete. ${isDamage(error) ? DAMAGE_ADVICE : error}`,
		);
		// The error destroys the stream: the line must be sent before.
		await setImmediate();
		throw error;
	}
}

/**
 * The totals of days without events, then the events in order of time. The export has either the
 * events of a day or, if retention has deleted some of them, its totals: an import counts it once.
 *
 * No read stays open between two parts. Events that arrive during the export are not in it.
 */
async function* exportParts(
	store: AnalyticsStore,
	{ from, to }: TimeRange,
	{ head, event: eventLine, totals }: ExportFormat,
): AsyncGenerator<string> {
	if (head !== "") yield head;
	const lastId = store.events.lastId();
	const { dayTotals } = store;
	const days = { from: Math.ceil(from / DAY_MS), to: Math.floor(to / DAY_MS) };
	for (const day of dayTotals.withoutEvents(days)) {
		const lines = dayTotals
			.of(day)
			.map(({ durationMs: duration_ms, ...total }) =>
				totals({ format: EXPORT_FORMAT, totals: isoDay(day), ...total, duration_ms }),
			);
		yield lines.join("");
		await setImmediate();
	}
	const start = Math.max(from, dayTotals.firstWholeDay() * DAY_MS);
	for await (const page of eventPages(store.events, { from: start, to, order: "oldest-first" })) {
		const known = page.filter(({ id }) => id <= lastId);
		yield known.map((event) => eventLine(exportedLine(event, store))).join("");
	}
}

function cellText(value: unknown): string {
	if (value === null || value === undefined) return "";
	return typeof value === "string" ? value : JSON.stringify(value);
}
