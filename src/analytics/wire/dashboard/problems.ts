import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";

const missingPage = z.object({
	page: z.string(),
	views: z.int(),
	referrers: z
		.array(z.object({ referrer: z.string().nullable(), views: z.int() }))
		.describe("Pages with the links, the most frequent first; null where no referrer was sent"),
	suggestion: z.string().nullable().describe("The existing page with the most similar path"),
	route_rule: z.string().describe("YAML for the site's site.yaml; to the suggestion or home page"),
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
			token: z.string().nullable().describe("Its first characters only"),
			properties: z.array(z.string()).describe("Names alone"),
		})
		.nullable()
		.describe("The newest; null after a restart, when only the number is left"),
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
	.describe("Nothing is deleted by age until then, because the clock leapt");

/** `GET /api/v1/problems`. */
export const problemsAnswer = z.object({
	...answeredRange,
	drops: z.array(droppedEvents).describe("Events that were not stored, by reason"),
	warnings: z
		.array(eventWarning)
		.describe("Events that were stored in another form than they had, or in spite of something"),
	drops_since: z.iso.datetime().describe("Since when drops and warnings are counted"),
	retention_paused_until,
	bots: z.array(
		z.object({
			name: z.string(),
			events: z.int(),
			is_ai_agent: z
				.boolean()
				.describe("It reads for an AI service, or for a person who asked one"),
		}),
	),
});

/** `GET /api/v1/missing-pages`. */
export const missingPagesAnswer = z.object({
	...answeredRange,
	results: z.array(missingPage).describe("Pages that were answered 404, the most viewed first"),
});

const counted = z
	.array(z.object({ name: z.string(), events: z.int() }))
	.describe("The most frequent first");

const errorIssue = z.object({
	key: z.string(),
	issue: z.string().describe("Type and message, with numbers and ids made alike"),
	type: z.string(),
	message: z.string().describe("Of the newest event"),
	stack: z.string().nullable().describe("As the client sent it, of the newest event with one"),
	status: z
		.enum(["open", "resolved", "back"])
		.describe("back: it was resolved, and has happened since"),
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
	is_partial: z.boolean().describe("There are more events than are read: older ones are left out"),
	results: z.array(errorIssue).describe("Those with events in the range, the newest first"),
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
