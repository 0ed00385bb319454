import { expect, test } from "vitest";
import { questionSchema } from "../../../src/analytics/api-types/question.ts";
import { parseDraft, withDraft } from "../../../src/analytics/dashboard/screens/explore/draft.ts";
import { draftQuestion } from "../../../src/analytics/dashboard/screens/explore/kinds.ts";
import { parseQuestion } from "../../../src/analytics/dashboard/state/question.ts";

const SPAN = { from: "2026-03-01", to: "2026-04-01" };

test.each([
	["", { kind: "trend", measure: { of: "visitors" }, compare: "previous", limit: 7 }],
	[
		"measure=percentile&property=amount&percentile=90&step=event:purchase&by=property.plan&view=bar&compare=none",
		{
			kind: "trend",
			measure: { of: "percentile", property: "amount", percentile: 90 },
			events: { event: "purchase" },
			breakdowns: [{ property: "plan" }],
			limit: 50,
		},
	],
	[
		"kind=conversions&goal=a&goal=b&by=browser&filter=page:is:/docs&filter=goal.a:is_not:reached&match=any",
		{
			kind: "conversions",
			goals: ["a", "b"],
			breakdown: "browser",
			filters: {
				match: "any",
				conditions: [
					{ dimension: "page", operator: "is", values: ["/docs"] },
					{ goal: "a", operator: "is_not" },
				],
			},
		},
	],
	[
		"kind=funnel&step=page:/docs*&step=goal:signup&window=3600&per=session&filter=property.a:b:set:&filter=os:set:",
		{
			kind: "funnel",
			window_seconds: 3600,
			by: "session",
			steps: [
				{ conditions: [{ dimension: "page", operator: "matches", values: ["/docs*"] }] },
				{ goal: "signup" },
			],
			filters: { conditions: [{ dimension: "os", operator: "set", values: [] }] },
		},
	],
	[
		"filter=property.a%253Ab%2525:is:x:y%26",
		{ filters: { conditions: [{ property: "a:b%", operator: "is", values: ["x:y&"] }] } },
	],
	["kind=retention&period=month&step=&step=event:login", { returning: { event: "login" } }],
	["kind=paths&step=page:/pricing", { anchor: { conditions: [{ values: ["/pricing"] }] } }],
])("the address ?%s is a question that the service takes, and itself again", (text, question) => {
	const params = new URLSearchParams(text);
	const draft = parseDraft(params);

	const asked = draftQuestion(draft, {
		asked: { ...SPAN, timezone: "Europe/Berlin" },
		question: parseQuestion(params),
	});

	expect(questionSchema.parse(asked)).toMatchObject({ ...question, from: SPAN.from });
	expect(parseDraft(withDraft(params, draft))).toEqual(draft);
});

test.each([
	"kind=funnel&step=page:/",
	"kind=funnel&step=page:/&step=event:",
	"kind=conversions",
	"kind=paths",
	"measure=sum",
])("?%s waits for what is missing", (text) => {
	const params = new URLSearchParams(text);
	const range = { asked: { ...SPAN, timezone: "UTC" }, question: parseQuestion(params) };

	expect(draftQuestion(parseDraft(params), range)).toBeUndefined();
});

test("an address with anything else in it is the question of a first visit", () => {
	const text = "measure=y&percentile=-1&window=1e99&step=z:1&view=&match=";

	expect(parseDraft(new URLSearchParams(text))).toEqual(parseDraft(new URLSearchParams()));
});
