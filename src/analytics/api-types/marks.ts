import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";

const LABEL_RULE = "must be a text of 1 to 200 characters";
const label = z.string(LABEL_RULE).trim().min(1, LABEL_RULE).max(200, LABEL_RULE);
const TIME_RULE = "must be a time in ISO 8601, such as 2026-01-31T12:00:00Z";
const at = z.iso.datetime({ offset: true, error: TIME_RULE });

/** `POST /api/v1/marks`. */
export const newNote = z.strictObject({ label, at: at.optional().describe("Default: now") });

export const markAnswer = z.object({
	id: z.int(),
	at: z.iso.datetime(),
	kind: z.enum(["build", "revision", "note"]),
	label: z.string(),
});

export type MarkAnswer = AnswerOf<typeof markAnswer>;
