import * as z from "zod";
import type { NamedTotal } from "../../store/totals/roll-up.ts";
import { DAY_MS, HOUR_MS, NO_TOTALS } from "../../store/totals/roll-up.ts";
import { checkLine, type ImportReading, refusedLine } from "./import-reading.ts";
import type { CsvRow, ReadRow } from "./read-body.ts";

const RULE = "must be a whole number";
const count = z.coerce.number(RULE).int(RULE).nonnegative(RULE).optional();

const counts = z.object({
	date: z.iso.date("must be a date, such as 2026-01-31"),
	visitors: count,
	pageviews: count,
	bounces: count,
	visits: count,
	/** Seconds. */
	visit_duration: count,
	entrances: count,
	exits: count,
	events: count,
});

type Counts = z.output<typeof counts>;

/** Totals of a table's rows. The first entry whose column exists is used for a table. */
interface Table {
	readonly name: string;
	readonly column: string;
	readonly totalsOf: (row: CsvRow, counts: Counts) => readonly NamedTotal[];
}

/**
 * Tables of Plausible's export, each found by a column that no later table has.
 *
 * @see https://plausible.io/docs/csv-import
 */
const TABLES: readonly Table[] = [
	table("entry_pages", "entry_page", "page", ({ entrances, ...rest }) => {
		return { ...visits(rest), visitors: 0, views: 0, sessions: entrances ?? 0 };
	}),
	table("exit_pages", "exit_page", "exit_page", ({ exits }) => ({
		...NO_TOTALS,
		sessions: exits ?? 0,
	})),
	table("pages", "page", "page", ({ pageviews, visitors }) => {
		return { ...NO_TOTALS, views: pageviews ?? 0, visitors: visitors ?? 0 };
	}),
	{
		name: "sources",
		column: "source",
		totalsOf: (row, given) =>
			SOURCE_COLUMNS.flatMap(([column, dimension]) => {
				const value = cellOf(row, column) || (column === "source" ? "$direct" : "");
				return value === "" ? [] : [{ dimension, value, ...visits(given) }];
			}),
	},
	table("browsers", "browser", "browser", visits),
	table("operating_systems", "operating_system", "os", visits),
	table("devices", "device", "device", visits),
	table(
		"custom_events",
		"events",
		"event",
		({ events }) => ({ ...NO_TOTALS, views: events ?? 0 }),
		"name",
	),
	{
		name: "visitors",
		column: "visits",
		totalsOf: ({ date = "" }, given) => {
			const totals = visits(given);
			// Plausible's days have no hours: noon (UTC) is the same day in most time zones.
			const noon = new Date(Date.parse(date) + 12 * HOUR_MS).toISOString();
			return [
				{ dimension: "all", value: "", ...totals },
				{ dimension: "quarter", value: noon, ...totals },
			];
		},
	},
];

const SOURCE_COLUMNS = [
	["source", "referrer"],
	["utm_source", "utm_source"],
	["utm_medium", "utm_medium"],
	["utm_campaign", "utm_campaign"],
	["utm_content", "utm_content"],
	["utm_term", "utm_term"],
] as const;

/** @returns A reader of the rows, or an error sentence if no reader fits. */
export function plausibleTable(columns: readonly string[]): ReadRow | string {
	if (!columns.includes("date")) {
		return "The first line must name the columns of a table of Plausible's export, with a column date";
	}
	if (columns.includes("country")) {
		return "The table of locations cannot be imported; the other tables can";
	}
	const found = TABLES.find(({ column }) => columns.includes(column));
	if (found === undefined) {
		return `The table must have a column of ${TABLES.map(({ column }) => column).join(", ")}`;
	}
	return (row) => readRow(row, found);
}

function readRow(row: CsvRow, { name, totalsOf }: Table): ImportReading {
	const given = Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ""));
	const reading = checkLine(counts, given);
	if (reading.kind === "refused") return reading;
	const totals = totalsOf(row, reading.value);
	if (totals.length === 0) return refusedLine("malformed", "It must name the value that it counts");
	return {
		kind: "total",
		day: Date.parse(reading.value.date) / DAY_MS,
		table: name,
		totals,
	};
}

function table(
	name: string,
	column: string,
	dimension: NamedTotal["dimension"],
	countsOf: (counts: Counts) => Omit<NamedTotal, "dimension" | "value">,
	valueColumn = column,
): Table {
	return {
		name,
		column,
		totalsOf: (row, given) => {
			const value = cellOf(row, valueColumn);
			return value === "" ? [] : [{ dimension, value, ...countsOf(given) }];
		},
	};
}

function visits({ pageviews, visitors, visits: sessions, bounces, visit_duration }: Counts) {
	return {
		views: pageviews ?? 0,
		visitors: visitors ?? 0,
		sessions: sessions ?? 0,
		bounces: bounces ?? 0,
		durationMs: (visit_duration ?? 0) * 1_000,
	};
}

function cellOf(row: CsvRow, column: string): string {
	return row[column]?.trim() ?? "";
}
