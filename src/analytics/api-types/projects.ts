import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";
import { nameText } from "./question.ts";

/** Id of the project of `POSTHOG_KEY`. */
export const FIRST_PROJECT = "first";

/** Each project needs an open file, and up to two threads while it answers questions. */
export const MAX_PROJECTS = 20;

/** Body of `POST /api/v1/projects`, and of `PATCH` for one project. */
export const projectName = z.strictObject({ name: nameText });

/** Body of `DELETE /api/v1/projects/{id}`: the name prevents an accidental deletion. */
export const projectDeletion = z.object({ name: nameText });

export const listedProject = z.object({
	id: z.string(),
	name: z.string(),
	key: z.string().describe("Project API key: public, in every page"),
	path: z.string().describe("Prefix of `/api/v1/…` and `/dashboard`; empty for the first project"),
});

export type ListedProject = AnswerOf<typeof listedProject>;
