import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";
import { answeredRange } from "./problems.ts";

const searchedWords = z.object({
	words: z.string(),
	searches: z.int(),
	without_results: z.int().describe("Searches without results"),
	without_choice: z.int().describe("Searches with results, of which none was chosen"),
	chosen: z.string().nullable().describe("The path that was chosen most often"),
});

/** `GET /api/v1/searches`. */
export const searchesAnswer = z.object({
	...answeredRange,
	searches: z.int(),
	results: z.array(searchedWords).describe("Search words, the most frequent first"),
	nothing_found: z.array(searchedWords).describe("Search words with searches without results"),
});

export type SearchesAnswer = AnswerOf<typeof searchesAnswer>;
export type SearchedWords = AnswerOf<typeof searchedWords>;
