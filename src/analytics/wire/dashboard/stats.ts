import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";
import { BREAKDOWNS, INTERVALS } from "./dimensions.ts";

const figures = z.object({
	views: z.int().describe("Page views; of events and bots, events"),
	visitors: z
		.int()
		.describe(
			"By network, each lives for a day (UTC) and counts once, at first sight; by client, people",
		),
	sessions: z.int(),
	bounces: z.int().describe("Sessions with one page view at most"),
	bounce_rate: z.number().nullable().describe("0 to 1; null without sessions"),
	duration_ms: z.int().describe("Of all sessions together"),
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
				.describe("Beginning of an hour, a day or a month in the time zone asked for"),
		}),
	),
});

/** Method of counting visitors, a part of every response. */
export const visitorCounting = z.object({
	by: z.enum(["network", "client"]),
	unit: z
		.enum(["visitor-days", "people"])
		.describe("Whether a visitor of several days counts once for each of them, or once"),
	warning: z
		.enum(["many-clients-in-one", "ids-never-return"])
		.nullable()
		.describe("Why that is probably the wrong way for the site, by its events of three days"),
});

export type VisitorCounting = AnswerOf<typeof visitorCounting>;

export const missing_since = z.iso
	.datetime()
	.nullable()
	.describe("Events received since then have not reached the engine yet; null: none are missing");

/** `GET /api/v1/stats`. */
export const statsAnswer = range.extend({
	interval: z.enum(INTERVALS),
	timezone: z.string(),
	comparison: range
		.nullable()
		.describe("The same of an earlier range; null when everything was asked for"),
	visitors: visitorCounting.describe("By what visitors are told apart"),
	totals_only: z
		.object({ from: z.iso.date(), to: z.iso.date().describe("Included") })
		.nullable()
		.describe("Days of the range of which only totals are stored: no filter applies to them"),
	missing_since,
	is_partial: z.boolean().describe("Older events of the range could not be read in time"),
	breakdowns: z
		.partialRecord(z.enum(BREAKDOWNS), z.array(row))
		.describe("Rows by what was asked for, the largest first"),
});

export type StatsAnswer = AnswerOf<typeof statsAnswer>;
export type Figures = AnswerOf<typeof figures>;
export type FiguresRow = AnswerOf<typeof row>;
export type FiguresRange = AnswerOf<typeof range>;
