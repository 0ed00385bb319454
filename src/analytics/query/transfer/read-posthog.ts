import * as z from "zod";
import { isRecord } from "../../../shared/is-record.ts";
import { parseUserAgent } from "../../ingest/user-agent.ts";
import { parseTimestamp } from "../../protocol/parse-timestamp.ts";
import {
	checkLine,
	type ImportContext,
	type ImportReading,
	importEvent,
	visitorOf,
} from "./import-reading.ts";
import type { CsvRow } from "./read-body.ts";

const text = z.string();
/** ISO 8601, also with a space instead of `T`. Without a zone, the time is UTC. */
const time = z
	.string("must be a time")
	.transform((value) =>
		/[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value.replace(" ", "T")}Z`,
	)
	.refine((value) => parseTimestamp(value) !== undefined, "must be a time in ISO 8601");
/** Parquet files and some tables have objects as JSON. */
const record = z.preprocess(
	(value) => (typeof value === "string" ? parseObject(value) : value),
	z.record(z.string(), z.unknown(), "must be an object, or an object as JSON text"),
);

/**
 * An event of PostHog's export.
 *
 * @see https://posthog.com/docs/cdp/batch-exports/s3#events-model
 */
export const posthogLine = z.object({
	uuid: z.guid("must be a UUID"),
	event: text,
	distinct_id: text,
	timestamp: time,
	created_at: time.nullish(),
	properties: record.nullish(),
	person_id: text.nullish(),
	set: record.nullish(),
	set_once: record.nullish(),
});

/** Columns are paths of the event, joined by dots; after `*.` if all columns were exported. */
export function readPosthogRow(row: CsvRow, context: ImportContext): ImportReading {
	const cells = Object.entries(row)
		.filter(([, cell]) => cell !== "")
		.map(([name, cell]) => [name.replace(/^\*\./, ""), cell] as const);
	const plain = Object.fromEntries(cells.filter(([name]) => !name.includes(".")));
	const single = cells
		.filter(([name]) => name.startsWith("properties."))
		.map(([name, cell]) => [name.slice("properties.".length), cell]);
	const whole = typeof plain["properties"] === "string" ? parseObject(plain["properties"]) : {};
	const properties = isRecord(whole) ? { ...whole, ...Object.fromEntries(single) } : whole;
	const person_id = cells.find(([name]) => name === "person.id" || name === "person_id")?.[1];
	const value = { uuid: plain["id"], ...plain, properties, person_id };
	const reading = checkLine(posthogLine, value);
	if (reading.kind === "refused") return reading;
	return readPosthogLine(reading.value, JSON.stringify(row).length, context);
}

export function readPosthogLine(
	line: z.output<typeof posthogLine>,
	bodyLength: number,
	context: ImportContext,
): ImportReading {
	const { uuid, event, distinct_id, timestamp, created_at, properties, person_id } = line;
	const { set, set_once } = line;
	const agent = properties?.["$raw_user_agent"];
	return importEvent(
		{
			raw: {
				...{ uuid, event, distinct_id, timestamp },
				properties: properties ?? {},
				$set: set ?? {},
				$set_once: set_once ?? {},
			},
			receivedAt: created_at == null ? undefined : parseTimestamp(created_at),
			agent: typeof agent === "string" ? parseUserAgent(agent) : undefined,
			bodyLength,
			known: visitorOf("posthog", person_id ?? distinct_id),
		},
		context,
	);
}

function parseObject(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		// The schema check reports the problem.
		return json;
	}
}
