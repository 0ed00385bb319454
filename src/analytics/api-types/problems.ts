import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";

const missingPage = z.object({
	page: z.string(),
	views: z.int(),
	referrers: z
		.array(z.object({ referrer: z.string().nullable(), views: z.int() }))
		.describe("Pages with the links, the most frequent first; null: the event has no referrer"),
	suggestion: z.string().nullable().describe("The existing page with the most similar path"),
	route_rule: z.string().describe("YAML for site.yaml: redirects to the suggestion or home page"),
	redirects_line: z.string().describe("A line for a _redirects file"),
});

const droppedEvents = z.object({
	reason: z.string(),
	description: z.string(),
	count: z.int(),
	example: z
		.object({
			at: z.iso.datetime(),
			event: z.string().nullable(),
			token: z.string().nullable().describe("Only its first characters"),
			properties: z.array(z.string()).describe("Names only"),
		})
		.nullable()
		.describe("The newest dropped event; null: a restart has deleted it"),
});

const eventWarning = z.object({ cause: z.string(), description: z.string(), count: z.int() });

/** Range of a response. */
export const answeredRange = {
	from: z.iso.datetime(),
	to: z.iso.datetime().describe("Not included"),
	timezone: z.string(),
};

export const retention_paused_until = z.iso
	.datetime()
	.nullable()
	.describe("No events are deleted by age until then, because the clock jumped");

/** `GET /api/v1/problems`. */
export const problemsAnswer = z.object({
	...answeredRange,
	drops: z.array(droppedEvents).describe("Events that were not stored, by reason"),
	warnings: z
		.array(eventWarning)
		.describe("Events that were stored changed or despite a problem, by cause"),
	drops_since: z.iso.datetime().describe("Start of the counts of drops and warnings"),
	retention_paused_until,
	bots: z.array(
		z.object({
			name: z.string(),
			events: z.int(),
			is_ai_agent: z.boolean().describe("Whether it reads for an AI service or for a user of one"),
		}),
	),
});

/** `GET /api/v1/missing-pages`. */
export const missingPagesAnswer = z.object({
	...answeredRange,
	results: z.array(missingPage).describe("Pages with status 404, the most viewed first"),
});

const counted = z
	.array(z.object({ name: z.string(), events: z.int() }))
	.describe("The most frequent first");

const errorIssue = z.object({
	key: z.string(),
	issue: z.string().describe("Type and message, with numbers and ids replaced"),
	type: z.string(),
	message: z.string().describe("Message of the newest event"),
	stack: z.string().nullable().describe("Stack of the newest event that has one"),
	status: z
		.enum(["open", "resolved", "back"])
		.describe("back: it occurred again after it was resolved"),
	first_seen: z.iso.datetime(),
	last_seen: z.iso.datetime(),
	events: z.int(),
	visitors: z.int(),
	pages: counted,
	browsers: counted,
	builds: counted,
});

/** `GET /api/v1/errors`. */
export const errorsAnswer = z.object({
	...answeredRange,
	is_partial: z.boolean().describe("There are too many events: only the newest were read"),
	results: z.array(errorIssue).describe("Issues with events in the range, the newest first"),
});

/** `PATCH /api/v1/errors/{key}`. */
export const errorChange = z.strictObject({ resolved: z.boolean() });

export type ProblemsAnswer = AnswerOf<typeof problemsAnswer>;
export type MissingPagesAnswer = AnswerOf<typeof missingPagesAnswer>;
export type MissingPage = AnswerOf<typeof missingPage>;
export type EventWarning = AnswerOf<typeof eventWarning>;
export type DroppedEvents = AnswerOf<typeof droppedEvents>;
export type ErrorsAnswer = AnswerOf<typeof errorsAnswer>;
export type ErrorIssue = AnswerOf<typeof errorIssue>;
