import * as z from "zod";
import type { NamedTotal } from "../../store/totals/roll-up.ts";
import { DAY_MS, NO_TOTALS } from "../../store/totals/roll-up.ts";
import { checkLine, type ImportReading } from "./import-reading.ts";
import type { CsvRow } from "./read-body.ts";
import { deviceOf } from "./read-ga4.ts";

const TABLES = {
	pages: "page",
	referrers: "referrer",
	browsers: "browser",
	os: "os",
	devices: "device",
	events: "event",
} as const satisfies Readonly<Record<string, NamedTotal["dimension"]>>;

const names = Object.keys(TABLES);
const TABLE_RULE = `must be one of ${names.join(", ")}`;

export const umamiQuery = z.object({
	table: z.enum(names, TABLE_RULE).describe("Name of the file in Umami's archive"),
	date: z.iso
		.date("must be a date, such as 2026-01-31")
		.describe("The exported day (UTC); for a longer range, the day that gets the totals"),
});

const RULE = "must be a whole number";

/**
 * A row of a table of Umami's export: a value, and its number of visitors (in `events`: of events).
 *
 * @see https://docs.umami.is/docs/api/website-stats
 */
const umamiRow = z.object({
	x: z.string().min(1),
	y: z.coerce.number(RULE).int(RULE).nonnegative(RULE),
});

export function readUmamiRow(
	row: CsvRow,
	{ table = "", date = "" }: Readonly<Record<string, string>>,
): ImportReading {
	const reading = checkLine(umamiRow, row);
	if (reading.kind === "refused") return reading;
	// The schema of the query allows no other table.
	const dimension = TABLES[table as keyof typeof TABLES];
	const { x, y } = reading.value;
	const value = dimension === "device" ? (deviceOf(x) ?? x) : x;
	return {
		kind: "total",
		day: Date.parse(date) / DAY_MS,
		table,
		totals: [
			dimension === "event"
				? { ...NO_TOTALS, dimension, value, views: y }
				: { ...NO_TOTALS, dimension, value, visitors: y },
		],
	};
}
