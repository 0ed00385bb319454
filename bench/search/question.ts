import questions from "../../test/fixtures/search/questions.json" with { type: "json" };

/** A reader's query, and the path of the page that answers it. */
export type Question = readonly [text: string, path: string];

/** Queries a search. @returns Paths of pages, best first. */
export type Ask = (text: string) => Promise<readonly string[]>;

/** Questions by documentation; written before any search was tried with them. */
export const QUESTIONS = questions as unknown as Readonly<
	Record<keyof typeof questions, readonly Question[]>
>;
