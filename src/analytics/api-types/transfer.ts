import * as z from "zod";
import { VISIT_TRAITS, type VisitTrait } from "../protocol/visit-traits.ts";
import type { AnswerOf } from "./answer-of.ts";
import { eventSchema } from "./events.ts";

/** Version of the lines of an export. An import accepts only this version. */
export const EXPORT_FORMAT = 2;

/** Dimensions of totals in an export. The value of `quarter`, a quarter of an hour, is its timestamp. */
const TOTALS_DIMENSIONS = [
	"all",
	"quarter",
	"event",
	"page",
	"exit_page",
	"status",
	"bot",
	...VISIT_TRAITS,
] as const;

const trait = z.string().optional();
const ofSession = Object.fromEntries(
	VISIT_TRAITS.map((name) => [name, trait]),
	// The type of `Object.fromEntries()` loses the keys.
) as Record<VisitTrait, typeof trait>;

/** Visit of an exported event, with numbers instead of keys. */
export const exportedVisit = z.object({
	visitor: z
		.string()
		.max(200)
		.describe(
			"Store, point, and number of the visitor on that day (UTC), or `id:` and the distinct id that identifies the visitor",
		),
	session: z.int("must be a whole number").nullable().describe("Number of the client's session"),
	page: trait,
	status: trait,
	...ofSession,
});

export type ExportedVisit = AnswerOf<typeof exportedVisit>;

/** One event as a line of an export. */
export const exportedEvent = eventSchema.extend({
	format: z.literal(EXPORT_FORMAT).describe("Version of the line format"),
	unset: z.array(z.string()).describe("Properties that it removes from the person"),
	bot: z.string().nullable().describe("Name of the bot that sent it"),
	visit: exportedVisit.nullable().describe("null: not part of a visit"),
});

export type ExportedEvent = AnswerOf<typeof exportedEvent>;

const count = z.int("must be a whole number");

/** A total of a day without events, as a line of an export. */
export const exportedTotals = z.object({
	format: z.literal(EXPORT_FORMAT),
	totals: z.iso.date("must be a date, such as 2026-01-31").describe("The day (UTC)"),
	dimension: z.enum(TOTALS_DIMENSIONS, "must be a dimension of totals"),
	value: z.string().max(2_000),
	views: count,
	visitors: count,
	sessions: count,
	bounces: count,
	duration_ms: count,
});

export type ExportedTotals = AnswerOf<typeof exportedTotals>;

const reasons = z.record(z.string(), z.int());

/** Response of every import. */
export const importAnswer = z.object({
	stored: z.int().describe("Stored events"),
	repeated: z.int().describe("Lines whose event or total was already stored"),
	totals: z.int().describe("Stored totals without events"),
	refused: reasons.describe("Lines that were not stored, by reason"),
	warnings: reasons.describe("Lines that were changed before they were stored, by cause"),
	notes: z.array(z.string()).describe("Limitations of the imported data, one sentence each"),
	problems: z
		.array(z.string())
		.describe("Broken rules of the first refused lines, with their numbers"),
});

export type ImportAnswer = AnswerOf<typeof importAnswer>;
