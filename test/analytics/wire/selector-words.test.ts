import { expect, test } from "vitest";
import { selectorSchema } from "../../../src/analytics/wire/dashboard/question.ts";
import { selectorWords } from "../../../src/analytics/wire/dashboard/selector-words.ts";

const GOALS = { signup: { name: "Signed up" } };

test.each([
	[{ goal: "signup" }, "Signed up"],
	[{ goal: "gone" }, "gone"],
	[{}, "Any event"],
	[{ event: "signup" }, "signup"],
	[{ conditions: [{ dimension: "page", values: ["/docs"] }] }, "/docs"],
	[
		{ conditions: [{ dimension: "page", operator: "matches", values: ["/a*", "/b*"] }] },
		"/a* or /b*",
	],
	[{ conditions: [{ dimension: "page", operator: "is_not", values: ["/a"] }] }, "page is not /a"],
	[{ event: "order", conditions: [{ property: "plan", values: ["team"] }] }, "order, plan is team"],
	[
		{ event: "order", conditions: [{ property: "plan", operator: "not_set" }] },
		"order, plan not set",
	],
])("%j is “%s”", (selector, words) => {
	expect(selectorWords(selectorSchema.parse(selector), GOALS)).toBe(words);
});
