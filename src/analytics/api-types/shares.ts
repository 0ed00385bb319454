import * as z from "zod";
import type { AnswerOf, ReadonlyDeep } from "./answer-of.ts";
import { TREND_VIEWS } from "./dimensions.ts";
import { queryAnswer } from "./query-answer.ts";
import { filtersSchema, nameText, savedKey } from "./question.ts";
import { newPassword } from "./settings.ts";

/** Scheme, host and port. Excludes characters that would end a directive of a security policy. */
const ORIGIN = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/;
const ORIGIN_RULE = "must be an origin such as https://www.example.org";

const described = {
	name: nameText,
	question: savedKey.nullable().default(null).describe("A saved question; null: the overview"),
	filters: filtersSchema.describe("Filters of the overview; a saved question has its own"),
	expires_at: z.iso.datetime({ offset: true, error: "must be a time in ISO 8601" }),
	timezone: z.string().max(64).default("UTC").describe("Where days begin and end"),
	origins: z
		.array(z.string().regex(ORIGIN, ORIGIN_RULE))
		.max(10)
		.default([])
		.describe("Origins whose pages may embed it in a frame"),
};

/** `POST /api/v1/shares`. */
export const newShare = z.strictObject({ ...described, password: newPassword.optional() });

export type NewShare = ReadonlyDeep<z.input<typeof newShare>>;

export const listedShare = z.object({ id: z.string(), ...described, has_password: z.boolean() });

export type ListedShare = AnswerOf<typeof listedShare>;

export const createdShare = listedShare.extend({
	path: z.string().describe("Path of the link with its secret; only this response contains it"),
});

export type CreatedShare = AnswerOf<typeof createdShare>;

/** `POST /api/share/{id}`. */
export const shareKey = z.strictObject({
	secret: z.string().max(200),
	password: z.string().max(1_000).optional(),
});

export const openedShare = z.object({
	name: z.string(),
	cards: z
		.array(z.object({ title: z.string(), view: z.enum(TREND_VIEWS), answer: queryAnswer }))
		.describe("The figures of the last 30 days"),
});

export type OpenedShare = AnswerOf<typeof openedShare>;
