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
	distinct_ids: z.array(z.string()).describe("Every distinct id of the person"),
	events: z.int(),
	first_event_at: z.iso.datetime().nullable(),
	last_event_at: z.iso.datetime().nullable(),
	properties: z.array(z.string()).describe("Names of the person's properties"),
});

export type ErasurePreview = AnswerOf<typeof erasurePreview>;

/** `DELETE /api/v1/persons/{id}`. */
export const erasureAnswer = z.object({
	distinct_ids: z.array(z.string()).describe("Every distinct id of the person"),
	events: z.int().describe("Deleted events"),
	sessions: z.int().describe("Deleted sessions: they had no events of other persons"),
	groups: z
		.array(z.object({ type: z.string(), key: z.string() }))
		.describe("Deleted groups: they had no other member"),
	texts: z.int().describe("Deleted names, pages and campaigns: no other event or total used them"),
	totals: z
		.array(z.object({ dimension: z.string(), value: z.string() }))
		.describe(
			"Totals that stay: they also count other persons, or events that retention has deleted",
		),
});

export type ErasureAnswer = AnswerOf<typeof erasureAnswer>;
