import * as z from "zod";
import type { QuerySchema } from "../api/read-query.ts";
import type { ReadBody } from "./import-lines.ts";
import { csvRows, jsonLines } from "./read-body.ts";
import { importedLine, readExportLine } from "./read-export-line.ts";
import { ga4Line, readGa4Line } from "./read-ga4.ts";
import { plausibleTable } from "./read-plausible.ts";
import { posthogLine, readPosthogLine, readPosthogRow } from "./read-posthog.ts";
import { readUmamiRow, umamiQuery } from "./read-umami.ts";

/** A form in which data comes in. */
export interface ImportFormat {
	/** Last part of the route's path. */
	readonly name: string;
	readonly summary: string;
	readonly mediaType: string;
	readonly schema: z.ZodType;
	readonly query?: QuerySchema<Readonly<Record<string, string>>>;
	/** What cannot be known of any file of this form. */
	readonly notes: readonly string[];
	readonly read: (query: Readonly<Record<string, string>>) => ReadBody;
}

const TOTALS_NOTE =
	"These are totals of days: they count in figures without filters, and cannot be filtered";

export const IMPORT_FORMATS: readonly ImportFormat[] = [
	{
		name: "events.jsonl",
		summary: "Store what this service exported, one JSON object a line",
		mediaType: "application/jsonl",
		schema: importedLine,
		notes: [],
		read: () => jsonLines(z.unknown(), readExportLine),
	},
	{
		name: "posthog.jsonl",
		summary: "Store events of PostHog's batch or file download export, one JSON object a line",
		mediaType: "application/jsonl",
		schema: posthogLine,
		notes: ["Visitors of a day are PostHog's persons"],
		read: () => jsonLines(posthogLine, readPosthogLine),
	},
	{
		name: "posthog.csv",
		summary: "Store events of PostHog's table export",
		mediaType: "text/csv",
		schema: z.string(),
		notes: [
			"Visitors of a day are PostHog's persons, or distinct ids where the table has no persons",
		],
		read: () => csvRows(() => readPosthogRow),
	},
	{
		name: "ga4.jsonl",
		summary: "Store page views of Google Analytics 4's BigQuery export, one JSON object a line",
		mediaType: "application/jsonl",
		schema: ga4Line,
		notes: ["Visitors of a day are GA4's clients (user_pseudo_id); only page views are stored"],
		read: () => jsonLines(ga4Line, readGa4Line),
	},
	{
		name: "plausible.csv",
		summary: "Add totals of one table of Plausible's export, such as imported_pages.csv",
		mediaType: "text/csv",
		schema: z.string(),
		notes: [TOTALS_NOTE],
		read: () => csvRows(plausibleTable),
	},
	{
		name: "umami.csv",
		summary: "Add totals of one table of Umami's export, such as pages.csv, for a day",
		mediaType: "text/csv",
		schema: z.string(),
		query: umamiQuery,
		notes: [TOTALS_NOTE, "Umami's export says no day, and counts visitors alone"],
		read: (query) => csvRows(() => (row) => readUmamiRow(row, query)),
	},
];
