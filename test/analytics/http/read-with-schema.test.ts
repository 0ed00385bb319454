import { expect, test } from "vitest";
import * as z from "zod";
import { goalSchema, questionSchema } from "../../../src/analytics/api-types/question.ts";
import { readWithSchema } from "../../../src/analytics/http/read-with-schema.ts";

const trend = (rest: object) => ({ kind: "trend", measure: { of: "views" }, ...rest });

test.each([
	[null, ['The definition must be an object: current value is "null"']],
	[
		{ kind: "trends" },
		['kind must be one of trend, conversions, funnel, retention, paths: current value is "trends"'],
	],
	[{ kind: "funnel" }, ["steps must be a list: current value is absent"]],
	[
		{ kind: "funnel", steps: [{ event: "a" }] },
		['steps must have at least 2 entries: current value is "[{"event":"a"}]"'],
	],
	[trend({ limit: 0 }), ['limit must be at least 1: current value is "0"']],
	[trend({ limit: 1.5 }), ['limit must be a whole number: current value is "1.5"']],
	[
		trend({ compare: "month" }),
		['compare must be one of none, previous, year: current value is "month"'],
	],
	[
		trend({ timezone: 1 }),
		[
			'timezone must be a time zone of the IANA database, such as Europe/Berlin: current value is "1"',
		],
	],
	[trend({ events: { event: 1 } }), ['events.event must be a text: current value is "1"']],
	[
		trend({ filters: { conditions: [{ dimension: "page", operater: "is", values: ["/"] }] } }),
		[
			'filters.conditions[0] must not have "operater": current value is "{"dimension":"page","operater":"is","values":["/"]}"',
		],
	],
	[
		trend({ filters: { conditions: [{ dimension: "color", values: ["red"] }] } }),
		[
			expect.stringMatching(
				/^filters\.conditions\[0\]\.dimension must be one of page, .*: current value is "color"$/,
			),
		],
	],
	[
		{ ...trend({}), measure: { of: "percentile", property: "ms", percentile: 0 } },
		['measure.percentile must be more than 0: current value is "0"'],
	],
])("what is wrong with %j is said in a sentence", (input, problems) => {
	expect(readWithSchema(questionSchema, input)).toEqual({ kind: "problems", problems });
});

test("a rule of the schema's own is said in its words", () => {
	expect(readWithSchema(goalSchema, { name: "Paid", selector: { event: "" } })).toEqual({
		kind: "problems",
		problems: ['selector.event must not be empty: current value is ""'],
	});
});

test("of what a text says, no value is told that the text does not have", () => {
	const schema = z.object({
		question: z
			.string()
			.transform((text) => JSON.parse(text))
			.pipe(questionSchema),
	});

	expect(readWithSchema(schema, { question: '{"kind":"retention","period":"hour"}' })).toEqual({
		kind: "problems",
		problems: ["question.period must be one of day, week, month"],
	});
});
