import * as z from "zod";
import { refuseRequest } from "../../http/refuse-request.ts";
import { ROW_ORDERS } from "../../store/visits/roll-up-reader.ts";
import type { StatsAnswer } from "../../wire/dashboard/stats.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { limitParameter } from "../api/limit-parameter.ts";
import { askThreads } from "../ask-threads.ts";
import { INTERVALS } from "../interval.ts";
import type { ReadingThreads } from "../threads/reading-threads.ts";
import { BREAKDOWNS, type Breakdown } from "./breakdowns.ts";
import { filterParameter } from "./filter-parameter.ts";
import { intervalShape, localRangeShape } from "./local-range.ts";

const BREAKDOWN_RULE = `must be one of ${BREAKDOWNS.join(", ")}, or several with commas between them`;
const ONE_BREAKDOWN = `(?:${BREAKDOWNS.join("|")})`;

const statsQuery = z.object({
	...localRangeShape,
	...intervalShape,
	breakdown: z
		.string(BREAKDOWN_RULE)
		.regex(new RegExp(`^${ONE_BREAKDOWN}(?:,${ONE_BREAKDOWN})*$`), BREAKDOWN_RULE)
		// The pattern lets nothing else pass.
		.transform((text) => text.split(",") as Breakdown[])
		.optional()
		.describe("What to break the totals down by, commas between several"),
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Rows of each breakdown"),
	sort: z
		.enum(ROW_ORDERS, `must be one of ${ROW_ORDERS.join(", ")}`)
		.optional()
		.describe("What the first rows have most of; unless told, what a breakdown is about"),
	filter: filterParameter,
});

const totalsShape = {
	views: z.int().describe("Page views; of events and bots, events"),
	visitors: z.int().describe("Each lives for a day (UTC) and counts once, at first sight"),
	sessions: z.int(),
	bounces: z.int().describe("Sessions with one page view at most"),
	bounce_rate: z.number().nullable().describe("0 to 1; null without sessions"),
	duration_ms: z.int().describe("Of all sessions together"),
	average_duration_ms: z.number().nullable().describe("Time on site; null without sessions"),
};
const rangeShape = {
	from: z.iso.datetime(),
	to: z.iso.datetime().describe("Not included"),
	totals: z.object(totalsShape),
	series: z.array(z.object({ start: z.iso.datetime(), ...totalsShape })),
};

export const statsAnswer = z.object({
	...rangeShape,
	interval: z.enum(INTERVALS),
	timezone: z.string(),
	filters: z.array(
		z.object({ dimension: z.string(), operator: z.enum(["is", "is_not"]), value: z.string() }),
	),
	comparison: z
		.object(rangeShape)
		.nullable()
		.describe("The same of as many days just before; null when everything was asked for"),
	breakdowns: z
		.record(z.string(), z.array(z.object({ value: z.string(), ...totalsShape })))
		.describe("Rows by what was asked for, the largest first"),
});

export interface StatsOptions {
	readonly threads: ReadingThreads;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/** How many came, when, from where and to what. */
export function statsRoute({ threads, now }: StatsOptions): ApiRoute {
	return defineRoute({
		method: "GET",
		path: "/api/v1/stats",
		summary: "Totals and series of a range, compared with the one before, and broken down",
		query: statsQuery,
		answer: { description: "The figures", schema: statsAnswer },
		refusals: { 503: "Too many questions wait for an answer" },
		handle: async ({ query, request, reply }) => {
			const { filter, breakdown = [], ...rest } = query;
			const question = { ...rest, filters: filter, breakdowns: breakdown, now: now() };
			const outcome = await askThreads(threads, { kind: "stats", question, reply });
			if (outcome.kind === "answer") return outcome.answer satisfies StatsAnswer;
			return refuseRequest(request, reply, { status: 400, problems: outcome.problems });
		},
	});
}
