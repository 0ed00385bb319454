import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";
import { BREAKDOWNS, INTERVALS } from "./dimensions.ts";

const figures = z.object({
	views: z.int().describe("Page views; in breakdowns by event or bot, events"),
	visitors: z
		.int()
		.describe("By network: visitors of a day (UTC), counted at the first event; by client: people"),
	sessions: z.int(),
	bounces: z.int().describe("Sessions with at most one page view"),
	bounce_rate: z.number().nullable().describe("0 to 1; null without sessions"),
	duration_ms: z.int().describe("Sum over all sessions"),
	average_duration_ms: z.number().nullable().describe("Time on site; null without sessions"),
});

const row = figures.extend({ value: z.string() });

const range = z.object({
	from: z.iso.datetime(),
	to: z.iso.datetime().describe("Not included"),
	totals: figures,
	series: z.array(
		figures.extend({
			start: z.iso
				.datetime()
				.describe("Start of an hour, day, week or month in the requested time zone"),
		}),
	),
});

/** Method of counting visitors, a part of every response. */
export const visitorCounting = z.object({
	by: z.enum(["network", "client"]),
	unit: z
		.enum(["visitor-days", "people"])
		.describe("visitor-days: a visitor counts once per day; people: once per range"),
	warning: z
		.enum(["many-clients-in-one", "ids-never-return"])
		.nullable()
		.describe("Why this is probably wrong for the site, from its events of three days"),
});

export type VisitorCounting = AnswerOf<typeof visitorCounting>;

export const missing_since = z.iso
	.datetime()
	.nullable()
	.describe("Events received since then have not reached the engine yet; null: none are missing");

export const is_incomplete = z
	.boolean()
	.describe(
		"Whether this range begins before the first counted day: a change since then says nothing",
	);

/** `GET /api/v1/stats`. */
export const statsAnswer = range.extend({
	interval: z.enum(INTERVALS),
	timezone: z.string(),
	comparison: range
		.extend({ is_incomplete })
		.nullable()
		.describe("The same figures of an earlier range; null with from=all or compare=none"),
	visitors: visitorCounting.describe("How visitors are distinguished"),
	totals_only: z
		.object({ from: z.iso.date(), to: z.iso.date().describe("Included") })
		.nullable()
		.describe("Days of the range with totals but without events: no filter applies to them"),
	missing_since,
	breakdowns: z
		.partialRecord(z.enum(BREAKDOWNS), z.array(row))
		.describe("Rows of each requested breakdown, the largest first"),
});

export type StatsAnswer = AnswerOf<typeof statsAnswer>;
export type Figures = AnswerOf<typeof figures>;
export type FiguresRow = AnswerOf<typeof row>;
export type FiguresRange = AnswerOf<typeof range>;
