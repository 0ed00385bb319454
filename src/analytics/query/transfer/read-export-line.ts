import * as z from "zod";
import { withChannel } from "../../ingest/channel.ts";
import type { RequestFacts } from "../../ingest/draft.ts";
import type { NewEvent, Visit } from "../../store/new-event.ts";
import { DAY_MS } from "../../store/totals/roll-up.ts";
import {
	EXPORT_FORMAT,
	type ExportedVisit,
	exportedTotals,
	exportedVisit,
} from "../../wire/dashboard/transfer.ts";
import { VISIT_TRAITS } from "../../wire/visit-traits.ts";
import {
	checkLine,
	type ForeignEvent,
	type ImportContext,
	type ImportReading,
	importEvent,
	importedVisitor,
	refusedLine,
} from "./import-reading.ts";

const TEXT_RULE = "must be a text";
const TIME_RULE = "must be a time in ISO 8601, such as 2026-01-31T12:00:00Z";
const properties = z.record(z.string(), z.unknown(), "must be an object");

/** Of every version, as far as an import needs it; anything more is let pass. */
const eventLine = z.object(
	{
		uuid: z.guid("must be a UUID"),
		event: z.string(TEXT_RULE),
		distinct_id: z.string(TEXT_RULE),
		timestamp: z.iso.datetime({ offset: true, error: TIME_RULE }),
		received_at: z.iso.datetime({ offset: true, error: TIME_RULE }).optional(),
		properties: properties.optional(),
		set: properties.nullish(),
		set_once: properties.nullish(),
		unset: z.array(z.string(TEXT_RULE), "must be a list").optional(),
		bot: z.string(TEXT_RULE).max(200, "must have 200 characters at most").nullish(),
	},
	"must be an object",
);

/** Since version 2 a line says which visit it is part of. */
const visitedLine = eventLine.extend({
	format: z.literal(EXPORT_FORMAT),
	visit: exportedVisit.nullable(),
});

/** What an import takes of an export. */
export const importedLine = z.union([visitedLine, exportedTotals, eventLine]);

/** Reads one line of an export, of this version or of one before. */
export function readExportLine(
	line: unknown,
	length: number,
	context: ImportContext,
): ImportReading {
	const format = formatOf(line);
	if (format === 1) {
		const older = checkLine(eventLine, line);
		if (older.kind === "refused") return older;
		const foreign = foreignEvent(older.value, length);
		return importEvent({ ...foreign, warnings: ["older-export"] }, context);
	}
	if (format !== EXPORT_FORMAT) {
		return refusedLine(
			"unknown-format",
			`format must be at most ${EXPORT_FORMAT}, which this version can read: current value is "${format}"`,
		);
	}
	// The line above has made sure that it is an object.
	if (Object.hasOwn(line as object, "totals")) return readTotals(line);
	const reading = checkLine(visitedLine, line);
	if (reading.kind === "refused") return reading;
	const { visit, bot, ...event } = reading.value;
	// A bot's event is never part of a visit.
	const isOfBot = typeof bot === "string";
	return importEvent(
		{
			...foreignEvent({ ...event, bot }, length),
			known: (passed) =>
				isOfBot ? { bot, visit: undefined } : { bot: undefined, visit: visitOf(visit, passed) },
		},
		context,
	);
}

function formatOf(value: unknown): unknown {
	const isObject = typeof value === "object" && value !== null;
	return isObject && "format" in value ? value.format : 1;
}

function foreignEvent(
	{ set, set_once, unset, received_at, bot, ...event }: z.output<typeof eventLine>,
	bodyLength: number,
): ForeignEvent {
	return {
		raw: { ...event, $set: set ?? {}, $set_once: set_once ?? {}, $unset: unset ?? [] },
		receivedAt: received_at === undefined ? undefined : Date.parse(received_at),
		agent: agentOf(bot),
		bodyLength,
		known: () => ({}),
	};
}

/** Whose agent it was is all that an export tells of one. */
function agentOf(bot: string | null | undefined): RequestFacts["agent"] {
	if (bot === null || bot === undefined) return undefined;
	return { browser: undefined, os: undefined, device: undefined, bot, isBrowser: false };
}

function visitOf(visit: ExportedVisit | null, { event }: NewEvent): Visit | undefined {
	if (visit === null) return undefined;
	const { visitor, page, status } = visit;
	return {
		visitor: importedVisitor(visitor),
		isView: event === "$pageview",
		page,
		status,
		traits: withChannel(Object.fromEntries(VISIT_TRAITS.map((trait) => [trait, visit[trait]]))),
	};
}

function readTotals(value: unknown): ImportReading {
	const reading = checkLine(exportedTotals, value);
	if (reading.kind === "refused") return reading;
	const { totals, dimension, value: text, duration_ms, ...counts } = reading.value;
	const { views, visitors, sessions, bounces } = counts;
	return {
		kind: "total",
		day: Date.parse(totals) / DAY_MS,
		table: "export",
		totals: [
			{ dimension, value: text, views, visitors, sessions, bounces, durationMs: duration_ms },
		],
	};
}
