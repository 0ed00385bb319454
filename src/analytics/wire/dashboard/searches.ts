import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";
import { answeredRange } from "./problems.ts";

const searchedWords = z.object({
	words: z.string(),
	searches: z.int(),
	without_results: z.int().describe("How many of them found nothing"),
	without_choice: z.int().describe("How many of them found something that was not followed"),
	chosen: z.string().nullable().describe("The path that was chosen most often"),
});

/** `GET /api/v1/searches`. */
export const searchesAnswer = z.object({
	...answeredRange,
	searches: z.int(),
	results: z.array(searchedWords).describe("What was looked for, the most frequent first"),
	nothing_found: z.array(searchedWords).describe("The same for words that have found nothing"),
});

export type SearchesAnswer = AnswerOf<typeof searchesAnswer>;
export type SearchedWords = AnswerOf<typeof searchedWords>;
