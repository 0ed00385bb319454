import questions from "../../test/fixtures/search/questions.json" with { type: "json" };

/** What a reader types, and the path of the page that answers it. */
export type Question = readonly [text: string, path: string];

/** Asks a search. @returns Paths of pages, the best first. */
export type Ask = (text: string) => Promise<readonly string[]>;

/** By documentation; written before any search was tried on them. */
export const QUESTIONS = questions as unknown as Readonly<
	Record<keyof typeof questions, readonly Question[]>
>;
