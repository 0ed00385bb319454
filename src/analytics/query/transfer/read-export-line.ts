import * as z from "zod";
import { isRecord } from "../../../shared/is-record.ts";
import {
	EXPORT_FORMAT,
	type ExportedVisit,
	exportedTotals,
	exportedVisit,
} from "../../api-types/transfer.ts";
import { withChannel } from "../../ingest/channel.ts";
import type { RequestFacts } from "../../ingest/draft.ts";
import { isViewEvent } from "../../protocol/view-events.ts";
import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import type { NewEvent, Visit } from "../../store/new-event.ts";
import { DAY_MS } from "../../store/totals/roll-up.ts";
import { BY_DISTINCT_ID } from "./exported-line.ts";
import {
	checkLine,
	type ImportContext,
	type ImportReading,
	importEvent,
	importedVisitor,
} from "./import-reading.ts";

const TIME_RULE = "must be a time in ISO 8601, such as 2026-01-31T12:00:00Z";
const properties = z.record(z.string(), z.unknown());

/** Fields of an event that an import needs; other fields are ignored. */
const eventLine = z.object({
	format: z.literal(EXPORT_FORMAT, `must be ${EXPORT_FORMAT}, the only supported version`),
	uuid: z.guid("must be a UUID"),
	event: z.string(),
	distinct_id: z.string(),
	timestamp: z.iso.datetime({ offset: true, error: TIME_RULE }),
	received_at: z.iso.datetime({ offset: true, error: TIME_RULE }).optional(),
	properties: properties.optional(),
	set: properties.nullish(),
	set_once: properties.nullish(),
	unset: z.array(z.string()).optional(),
	bot: z.string().max(200).nullish(),
	visit: exportedVisit.nullable(),
});

/** A line of an export that can be imported. */
export const importedLine = z.union([eventLine, exportedTotals]);

/** Reads one line of an export. */
export function readExportLine(
	line: unknown,
	bodyLength: number,
	context: ImportContext,
): ImportReading {
	if (isRecord(line) && Object.hasOwn(line, "totals")) return readTotals(line);
	const reading = checkLine(eventLine, line);
	if (reading.kind === "refused") return reading;
	const { format: _, visit, bot, set, set_once, unset, received_at, ...event } = reading.value;
	// A bot's event is never part of a visit.
	const isOfBot = typeof bot === "string";
	return importEvent(
		{
			raw: { ...event, $set: set ?? {}, $set_once: set_once ?? {}, $unset: unset ?? [] },
			receivedAt: received_at === undefined ? undefined : Date.parse(received_at),
			agent: agentOf(bot),
			bodyLength,
			known: (passed) =>
				isOfBot ? { bot, visit: undefined } : { bot: undefined, visit: visitOf(visit, passed) },
		},
		context,
	);
}

/** An export has no user agent but the name of a bot. */
function agentOf(bot: string | null | undefined): RequestFacts["agent"] {
	if (bot === null || bot === undefined) return undefined;
	return { browser: undefined, os: undefined, device: undefined, bot, isBrowser: false };
}

function visitOf(visit: ExportedVisit | null, { event }: NewEvent): Visit | undefined {
	if (visit === null) return undefined;
	const { visitor, session } = visit;
	const [store = "", number = ""] = visitor.split(".", 2);
	const isNumbered = visitor !== "" && !number.startsWith(BY_DISTINCT_ID);
	const isView = isViewEvent(event);
	return {
		...(isNumbered ? { visitor: importedVisitor(visitor) } : {}),
		// A session of a client can continue after midnight.
		...(session === null ? {} : { session: importedVisitor("session", store, session) }),
		page: isView ? visit.page : undefined,
		status: isView ? visit.status : undefined,
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
