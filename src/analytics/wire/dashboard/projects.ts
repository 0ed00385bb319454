import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";
import { nameText } from "./question.ts";

/** The id of the project that `POSTHOG_KEY` names. */
export const FIRST_PROJECT = "first";

/** Each is a file that is open, and up to two threads while questions are asked. */
export const MAX_PROJECTS = 20;

/** `POST /api/v1/projects`, and `PATCH` of one. */
export const projectName = z.strictObject({ name: nameText });

/** `DELETE /api/v1/projects/{id}`: a slip must not be enough. */
export const projectDeletion = z.object({ name: nameText });

export const listedProject = z.object({
	id: z.string(),
	name: z.string(),
	key: z.string().describe("Project API key: public, in every page"),
	path: z.string().describe("Before `/api/v1/…` and `/dashboard`; empty for the first"),
});

export type ListedProject = AnswerOf<typeof listedProject>;
