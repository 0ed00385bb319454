import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { refuseRequest } from "../refuse-request.ts";
import { DAY_MS, type Totals } from "../store/roll-up.ts";
import type { BreakdownRow, DayRange, RollUpReader } from "../store/roll-up-reader.ts";
import { type ApiRoute, defineRoute } from "./api-route.ts";
import { BREAKDOWNS, type Breakdown, readBreakdown } from "./breakdowns.ts";
import { INTERVALS, readSeries } from "./interval.ts";
import { limitParameter } from "./limit-parameter.ts";
import { rangeBefore, resolveStatsRange, type StatsRange } from "./stats-range.ts";
import { timeParameter } from "./time-range.ts";

const BREAKDOWN_RULE = `must be one of ${BREAKDOWNS.join(", ")}, or several with commas between them`;
const ONE_BREAKDOWN = `(?:${BREAKDOWNS.join("|")})`;

const statsQuery = z.object({
	from: timeParameter.optional().describe("Beginning; the whole of its day counts (UTC)"),
	to: timeParameter.optional().describe("End, not included; the end of today unless told"),
	interval: z
		.enum(INTERVALS, `must be one of ${INTERVALS.join(", ")}`)
		.optional()
		.describe("Length of a point of the series; picked by the length of the range unless told"),
	breakdown: z
		.string(BREAKDOWN_RULE)
		.regex(new RegExp(`^${ONE_BREAKDOWN}(?:,${ONE_BREAKDOWN})*$`), BREAKDOWN_RULE)
		// The pattern lets nothing else pass.
		.transform((text) => text.split(",") as Breakdown[])
		.optional()
		.describe("What to break the totals down by, commas between several"),
	limit: limitParameter({ preset: 100, max: 1_000 }).describe("Rows of each breakdown"),
});

const totalsShape = {
	views: z.int().describe("Page views; of events and bots, events"),
	visitors: z.int().describe("Sum of the visitors of each day"),
	sessions: z.int(),
	bounces: z.int().describe("Sessions with one page view at most"),
	bounce_rate: z.number().nullable().describe("0 to 1; null without sessions"),
	duration_ms: z.int().describe("Of all sessions together"),
	average_duration_ms: z.number().nullable().describe("Time on site; null without sessions"),
};
const totalsSchema = z.object(totalsShape);
const seriesSchema = z.array(z.object({ start: z.iso.datetime(), ...totalsShape }));

export const statsAnswer = z.object({
	from: z.iso.datetime(),
	to: z.iso.datetime().describe("Not included"),
	interval: z.enum(INTERVALS),
	totals: totalsSchema,
	series: seriesSchema,
	comparison: z
		.object({
			from: z.iso.datetime(),
			to: z.iso.datetime(),
			totals: totalsSchema,
			series: seriesSchema,
		})
		.describe("The same of as many days just before"),
	breakdowns: z
		.record(z.string(), z.array(z.object({ value: z.string(), ...totalsShape })))
		.describe("Rows by what was asked for, the largest first"),
});

type StatsAnswer = z.infer<typeof statsAnswer>;

export interface StatsOptions {
	readonly rollUps: RollUpReader;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/** How many came, when, from where and to what: all of it out of totals, none out of events. */
export function statsRoute({ rollUps, now }: StatsOptions): ApiRoute {
	return defineRoute({
		method: "GET",
		path: "/api/v1/stats",
		summary: "Totals and series of a range, compared with the one before, and broken down",
		query: statsQuery,
		answer: { description: "The figures", schema: statsAnswer },
		handle: async ({ query, request, reply }) => {
			const { from, to, interval, breakdown = [], limit } = query;
			const reading = resolveStatsRange({ from, to, interval }, now());
			if (reading.kind === "problem") {
				return refuseRequest(request, reply, { status: 400, problems: [reading.problem] });
			}
			return answerStats(rollUps, { ...reading.range, breakdowns: breakdown, limit });
		},
	});
}

interface StatsQuestion extends StatsRange {
	readonly breakdowns: readonly Breakdown[];
	readonly limit: number;
}

async function answerStats(
	rollUps: RollUpReader,
	{ days, interval, breakdowns, limit }: StatsQuestion,
): Promise<StatsAnswer> {
	const answerRange = (range: DayRange) => ({
		from: isoTime(range.from * DAY_MS),
		to: isoTime(range.to * DAY_MS),
		totals: renderTotals(rollUps.totals(range)),
		series: readSeries(rollUps, interval, range).map(({ start, totals }) => ({
			start: isoTime(start),
			...renderTotals(totals),
		})),
	});
	const answer = { ...answerRange(days), interval, comparison: answerRange(rangeBefore(days)) };
	const rows: StatsAnswer["breakdowns"] = {};
	for (const breakdown of breakdowns) {
		// Each can take some tens of milliseconds; visitors are served in between.
		await setImmediate();
		rows[breakdown] = readBreakdown(rollUps, breakdown, { days, limit }).map(renderRow);
	}
	return { ...answer, breakdowns: rows };
}

function renderRow({ value, ...totals }: BreakdownRow) {
	return { value, ...renderTotals(totals) };
}

function renderTotals({ views, visitors, sessions, bounces, durationMs }: Totals) {
	return {
		views,
		visitors,
		sessions,
		bounces,
		bounce_rate: sessions === 0 ? null : bounces / sessions,
		duration_ms: durationMs,
		average_duration_ms: sessions === 0 ? null : durationMs / sessions,
	};
}

function isoTime(time: number): string {
	return new Date(time).toISOString();
}
