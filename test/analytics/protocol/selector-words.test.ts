import { expect, test } from "vitest";
import { selectorSchema } from "../../../src/analytics/api-types/question.ts";
import { selectorWords } from "../../../src/analytics/api-types/selector-words.ts";
import { readRows } from "../../support/read-fixture.ts";

const GOALS = { signup: { name: "Signed up" } };

test.each(
	readRows<[selector: object, words: string]>("flags/sentences.yaml", "selectors"),
)("%j is “%s”", (selector, words) => {
	expect(selectorWords(selectorSchema.parse(selector), GOALS)).toBe(words);
});
