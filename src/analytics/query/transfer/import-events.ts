import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { errorCodeOf } from "../../../platform/error-code.ts";
import { type ApiRoute, defineRoute } from "../../api/define-route.ts";
import { refused } from "../../api/refused.ts";
import { importAnswer } from "../../api-types/transfer.ts";
import type { ApiContext } from "../api-context.ts";
import { importLines, type ReadBody } from "./import-lines.ts";
import { csvRows, jsonLines } from "./read-body.ts";
import { importedLine, readExportLine } from "./read-export-line.ts";
import { ga4Line, readGa4Line } from "./read-ga4.ts";
import { plausibleTable } from "./read-plausible.ts";
import { posthogLine, readPosthogLine, readPosthogRow } from "./read-posthog.ts";
import { readUmamiRow, umamiQuery } from "./read-umami.ts";

/** Routes that import exports of this and of other services. */
export function importRoutes(options: ApiContext): readonly ApiRoute[] {
	return IMPORT_FORMATS.map((format) => importRoute(format, options));
}

function importRoute(
	{ name, summary, mediaType, schema, query, notes, read }: ImportFormat,
	options: ApiContext,
): ApiRoute {
	return defineRoute("admin", `POST /api/v1/import/${name}`, {
		summary,
		query: query ?? NO_PARAMETERS,
		streamsBody: true,
		body: { description: summary, mediaType, schema },
		answer: { description: "Counts of stored, repeated and refused lines", schema: importAnswer },
		refusals: {
			415: "The body has a Content-Encoding",
			503: "The disk is full; earlier lines are stored",
		},
		handle: async ({ request, query: parameters }) => {
			if (request.headers["content-encoding"] !== undefined) return refused(415, PLAIN_NEEDED);
			try {
				return await importLines(bodyOf(request), read(parameters), { ...options, notes });
			} catch (error) {
				if (!isBrokenOff(error)) throw error;
				return refused(400, BROKEN_OFF);
			}
		},
	});
}

const NO_PARAMETERS = z.object({});
const PLAIN_NEEDED = "The body must not be compressed or have a Content-Encoding";
const BROKEN_OFF = "The body ended before it was complete";

/** Whether the client disconnected, which is this error code of Node. */
function isBrokenOff(error: unknown): boolean {
	return errorCodeOf(error) === "ECONNRESET";
}

/**
 * Returns the body, a stream or absent. The loop over it does not
 * destroy the stream: otherwise no error response could be sent.
 */
function bodyOf({ body }: FastifyRequest): AsyncIterable<Uint8Array> {
	return body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : Readable.from([]);
}

/** A file format of an import. */
interface ImportFormat {
	/** Last part of the route's path. */
	readonly name: string;
	readonly summary: string;
	readonly mediaType: string;
	readonly schema: z.ZodType;
	readonly query?: z.ZodObject & z.ZodType<Readonly<Record<string, string>>>;
	/** Limitations of every file of this format, for the response. */
	readonly notes: readonly string[];
	readonly read: (query: Readonly<Record<string, string>>) => ReadBody;
}

const TOTALS_NOTE =
	"These are totals of days: they count in figures without filters, and cannot be filtered";

const IMPORT_FORMATS: readonly ImportFormat[] = [
	{
		name: "events.jsonl",
		summary: "Store events and totals that this service exported, one JSON object a line",
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
		notes: [TOTALS_NOTE, "Umami's export has no dates, and counts only visitors"],
		read: (query) => csvRows(() => (row) => readUmamiRow(row, query)),
	},
];
