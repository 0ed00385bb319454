import { beforeEach, expect, test } from "vitest";
import { queryAnswer } from "../../../../src/analytics/api-types/query-answer.ts";
import { startAnalytics, type TestAnalytics } from "../../../support/analytics.ts";
import { PROJECT_KEY } from "../../../support/analytics-service.ts";
import { ownerBrowser } from "../../../support/dashboard-browser.ts";
import { visitor } from "../../../support/visitor.ts";

let analytics: TestAnalytics;

beforeEach(async () => {
	analytics = startAnalytics();
	await visitor().view(analytics.service, "https://site.example/docs/start");
	await visitor({ address: "203.0.113.9" }).view(analytics.service, "https://site.example/");
});

const GOAL = {
	name: "Read the documentation",
	selector: { conditions: [{ dimension: "page", operator: "matches", values: ["/docs/*"] }] },
};
const SAVED = {
	name: "Readers",
	is_on_overview: true,
	question: { kind: "conversions", goals: ["docs"] },
};

test("a question is answered by its body and by its address, in the words of the schema", async () => {
	await put("goals/docs", GOAL);
	const docs = { goal: "docs" };
	const questions = [
		{ kind: "trend", measure: { of: "visitors" }, events: docs },
		{
			kind: "trend",
			measure: { of: "views" },
			compare: "year",
			breakdowns: [{ dimension: "page" }],
		},
		{ kind: "conversions", goals: ["docs"] },
		{ kind: "funnel", steps: [docs, { event: "signup" }], filters: { conditions: [docs] } },
		{ kind: "retention" },
		{ kind: "paths", anchor: docs },
	];

	for (const question of questions) {
		const posted = await ask(question);
		const url = `/api/v1/query?question=${encodeURIComponent(JSON.stringify(question))}`;
		const got = await analytics.get(url);

		expect(posted.statusCode).toBe(200);
		expect(queryAnswer.parse(posted.json())).toEqual(got.json());
		expect(posted.json()).toMatchObject({
			kind: question.kind,
			visitors: { unit: "visitor-days" },
		});
	}
	expect((await ask(questions[0] ?? {})).json()).toMatchObject({ total: 1 });
	expect((await ask(SAVED.question)).json()).toMatchObject({
		visitor_count: 2,
		goals: [{ conversions: 1, converted: 1, rate: 0.5 }],
	});
});

test("what is no number is in no sum: one Infinity would be all of it", async () => {
	for (const amount of [10, "2.5", "Infinity", "1e309", "many", "", true, null]) {
		const payload = {
			api_key: PROJECT_KEY,
			event: "paid",
			distinct_id: "u",
			properties: { amount, $lib: "posthog-node" },
		};
		await analytics.send("/capture/", payload);
	}
	const sum = { kind: "trend", measure: { of: "sum", property: "amount" } };

	const answer = await ask({ ...sum, events: { event: "paid" } });

	expect(answer.json()).toMatchObject({ total: 12.5 });
	// A number that is compared with is written as one, or as a text.
	for (const value of [5, "5"]) {
		const conditions = [{ property: "amount", operator: "below", values: [value] }];
		const below = await ask({ kind: "trend", measure: { of: "events" }, filters: { conditions } });
		expect(below.json()).toMatchObject({ total: 1 });
	}
});

test.each([
	[
		{ kind: "conversions", goals: ["lost"] },
		/^A question can only use goals that exist: current value is "lost"$/,
	],
	[{ kind: "funnel", steps: [{ event: "a" }] }, /^steps /],
	[
		{ kind: "trend", measure: { of: "visitors" }, breakdowns: [{ dimension: "bot" }] },
		/must be a trend of events or views if it names bots/,
	],
	[
		{ kind: "trend", measure: { of: "visitors" }, timezone: "Mars" },
		/^timezone must be a time zone/,
	],
	[
		{ kind: "paths", anchor: {}, from: "2026-02-01", to: "2026-01-01" },
		/^to must be later than from/,
	],
	[
		{ kind: "retention", period: "day", from: "2024-01-01", to: "2026-01-01" },
		/^period must be longer/,
	],
	[
		{
			kind: "retention",
			filters: { conditions: [{ dimension: "page", operator: "above", values: ["x"] }] },
		},
		/^filters.conditions\[0\]/,
	],
])("%j is refused with a sentence", async (question, sentence) => {
	const response = await ask(question);

	expect(response.statusCode).toBe(400);
	expect(response.json().problems).toEqual([expect.stringMatching(sentence)]);
});

test("goals, segments and questions are kept under a name, replaced and deleted", async () => {
	const filters = {
		match: "any",
		conditions: [{ dimension: "device", operator: "is", values: ["Mobile"] }],
	};
	for (const [path, definition] of [
		["goals/docs", GOAL],
		["segments/phones", { name: "Phones", filters }],
		["questions/readers", SAVED],
	] as const) {
		const [list = ""] = path.split("/");
		expect((await put(path, definition)).statusCode).toBe(201);
		expect((await put(path, { ...definition, name: "Other" })).statusCode).toBe(200);
		const { results } = await analytics.read(`/api/v1/${list}`);
		expect(results).toMatchObject([{ definition: { ...definition, name: "Other" } }]);
		const remove = () => analytics.remove(`/api/v1/${path}`);
		expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 404]);
	}
	expect((await put("goals/No Goal", GOAL)).statusCode).toBe(400);
	expect((await put("goals/empty", { name: "" })).statusCode).toBe(400);
});

test("a goal is not deleted while a question or a segment is about it", async () => {
	await put("goals/docs", GOAL);
	await put("questions/readers", SAVED);
	await put("segments/readers", { name: "Who reads", filters: { conditions: [{ goal: "docs" }] } });
	const remove = (path: string) => analytics.remove(`/api/v1/${path}`);

	const refused = await remove("goals/docs");
	await remove("questions/readers");
	await remove("segments/readers");

	expect(refused.statusCode).toBe(409);
	expect(refused.json().problems).toEqual([
		'In use. Delete first: the question "Readers", the segment "Who reads"',
	]);
	expect((await remove("goals/docs")).statusCode).toBe(204);
});

test("a question is not deleted while an alert or a link shows it", async () => {
	const owner = ownerBrowser(analytics);
	const alert = { name: "Limit", when: "above", value: 1, url: "http://127.0.0.1:1/" };
	const trend = { kind: "trend", measure: { of: "views" } };
	await put("questions/views", { name: "Views", question: trend });
	await put("alerts/limit", { ...alert, question: "views" });
	const expires_at = new Date(analytics.clock.now + 86_400_000).toISOString();
	await owner.post("/api/v1/shares", { name: "Board", question: "views", expires_at });

	const refused = await analytics.remove("/api/v1/questions/views");

	expect(refused.statusCode).toBe(409);
	expect(refused.json().problems).toEqual([
		'In use. Delete first: the alert "Limit", the share link "Board"',
	]);
});

test("what is added gets a key of its name, and nothing that is there is replaced", async () => {
	const add = (name: string) => analytics.post("/api/v1/goals", { ...GOAL, name });

	const added = [await add("Ünïcode!"), await add("unicode"), await add("訪問")];

	expect(added.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
	expect(added.map((response) => response.json().key)).toEqual(["unicode", "unicode-2", "saved"]);
	const { results } = await analytics.read("/api/v1/goals");
	expect(results).toMatchObject([{ definition: { name: "Ünïcode!" } }, {}, {}]);
});

test("a goal is reached in a session also before the local day in which the session goes on", async () => {
	analytics = startAnalytics({ now: Date.UTC(2026, 2, 9, 22, 50) });
	await put("goals/docs", GOAL);
	await visitor().view(analytics.service, "https://site.example/docs/start");
	analytics.clock.now = Date.UTC(2026, 2, 9, 23, 5);
	await visitor().view(analytics.service, "https://site.example/");

	const response = await ask({
		...{ kind: "trend", measure: { of: "views" }, filters: { conditions: [{ goal: "docs" }] } },
		...{ from: "2026-03-10", to: "2026-03-11", timezone: "Europe/Berlin" },
	});

	expect(response.json()).toMatchObject({ total: 1 });
});

function ask(question: object) {
	return analytics.post("/api/v1/query", question);
}

function put(path: string, payload: object) {
	return analytics.put(`/api/v1/${encodeURI(path)}`, payload);
}
