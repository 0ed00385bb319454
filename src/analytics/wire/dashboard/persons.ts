import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";

export const personSchema = z.object({
	id: z.guid(),
	created_at: z.iso.datetime(),
	is_identified: z.boolean(),
	properties: z.record(z.string(), z.unknown()),
	distinct_ids: z.array(z.string()),
});

export type DashboardPerson = AnswerOf<typeof personSchema>;

/** `GET /api/v1/persons`. */
export const personsAnswer = z.object({
	results: z.array(personSchema),
	next_cursor: z.string().nullable(),
});

/** `GET /api/v1/persons/{id}/erasure`: the data that `DELETE /api/v1/persons/{id}` deletes. */
export const erasurePreview = z.object({
	distinct_ids: z.array(z.string()).describe("Every id that leads to the person"),
	events: z.int(),
	first_event_at: z.iso.datetime().nullable(),
	last_event_at: z.iso.datetime().nullable(),
	properties: z.array(z.string()).describe("Names of the person's properties"),
});

export type ErasurePreview = AnswerOf<typeof erasurePreview>;

/** `DELETE /api/v1/persons/{id}`. */
export const erasureAnswer = z.object({
	distinct_ids: z.array(z.string()).describe("Every id that led to the person"),
	events: z.int().describe("Events that were deleted"),
	sessions: z.int().describe("Sessions that had no events of others"),
	groups: z
		.array(z.object({ type: z.string(), key: z.string() }))
		.describe("Groups that had no other member"),
	texts: z.int().describe("Names, pages and campaigns that nothing else was counted under"),
	totals: z
		.array(z.object({ dimension: z.string(), value: z.string() }))
		.describe(
			"What stays, as totals without identity: others are counted under it, or its events are gone by age",
		),
});

export type ErasureAnswer = AnswerOf<typeof erasureAnswer>;
