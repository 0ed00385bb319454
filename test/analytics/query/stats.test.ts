import { beforeEach, expect, test } from "vitest";
import { BREAKDOWNS } from "../../../src/analytics/api-types/dimensions.ts";
import { type StatsAnswer, statsAnswer } from "../../../src/analytics/api-types/stats.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { newEvents, rawEvents } from "../../support/raw-events.ts";
import { visitor } from "../../support/visitor.ts";

let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics({ now: Date.UTC(2026, 0, 15, 12) });
});

test("the answer is what its schema says, for every breakdown", async () => {
	analytics.store.writeBatch(newEvents(rawEvents(Date.UTC(2026, 0, 1) / 86_400_000, 10)));

	const answer = await ask(`breakdown=${BREAKDOWNS.join(",")}`);

	expect(answer.totals.sessions).toBeGreaterThan(100);
	expect(statsAnswer.strict().parse(answer)).toEqual(answer);
});

test("without parameters it is the last thirty days, today included", async () => {
	const { service } = analytics;
	await visitor().view(service, "https://site.example/docs?utm_campaign=spring", { status: 404 });

	const answer = await ask("breakdown=page,campaign,status");

	expect(answer).toMatchObject({
		from: "2025-12-17T00:00:00.000Z",
		to: "2026-01-16T00:00:00.000Z",
		interval: "day",
		totals: { views: 1, visitors: 1, sessions: 1, bounce_rate: 1 },
		breakdowns: {
			page: [{ value: "/docs", views: 1 }],
			campaign: [{ value: "spring" }],
			status: [{ value: "404" }],
		},
	});
	expect(answer.series).toHaveLength(30);
});

test("filters of a question narrow it by properties and goals, against the year before", async () => {
	const { service, put } = analytics;
	await visitor().view(service, "https://site.example/docs", { plan: "team" });
	await visitor({ address: "203.0.113.8" }).view(service, "https://site.example/");
	const goal = {
		name: "Docs",
		selector: { conditions: [{ dimension: "page", values: ["/docs"] }] },
	};
	await put("/api/v1/goals/docs", goal);

	for (const condition of [{ goal: "docs" }, { property: "plan", values: ["team"] }]) {
		const filters = encodeURIComponent(JSON.stringify({ conditions: [condition] }));
		const answer = await ask(`filters=${filters}&compare=year&breakdown=page`);

		expect(answer.totals).toMatchObject({ views: 1, visitors: 1, sessions: 1 });
		expect(answer.breakdowns.page).toMatchObject([{ value: "/docs" }]);
		expect(answer.comparison?.from).toBe("2024-12-17T00:00:00.000Z");
	}
});

test.each([
	["from=2026-01-13&to=2026-01-15", true],
	["from=2026-01-14&to=2026-01-16", false],
	["from=2026-01-14&to=2026-01-16&compare=year", true],
])("a comparison is incomplete if it begins before the first counted day: %s", async (query, incomplete) => {
	analytics.store.writeBatch(newEvents(rawEvents(Date.UTC(2026, 0, 12) / 86_400_000, 3)));

	const { comparison } = await ask(query);

	expect(comparison?.is_incomplete).toBe(incomplete);
});

test("times within a day stand for the whole of it", async () => {
	const answer = await ask("from=2026-01-14T18:00:00Z&to=2026-01-15T02:00:00%2B01:00");

	expect(answer).toMatchObject({
		from: "2026-01-14T00:00:00.000Z",
		to: "2026-01-16T00:00:00.000Z",
	});
});

test("nothing at all is zeros, without rates", async () => {
	const { totals } = await ask("");

	expect(totals).toEqual({
		views: 0,
		visitors: 0,
		sessions: 0,
		bounces: 0,
		bounce_rate: null,
		duration_ms: 0,
		average_duration_ms: null,
	});
});

test.each([
	["from=yesterday", 'from must be a date or a time in ISO 8601, .*: current value is "yesterday"'],
	["to=2026-02-30", 'to must be a date .*: current value is "2026-02-30"'],
	["from=2026-01-15&to=2026-01-15", 'to must be later than from: current value is "2026-01-15"'],
	["interval=decade", 'interval must be one of hour, day, week, month: current value is "decade"'],
	["from=2020-01-01&interval=hour", 'interval must be longer, .*: current value is "hour"'],
	["breakdown=page,shoe", 'breakdown must be one of page, .*: current value is "page,shoe"'],
	["breakdown=page&breakdown=os", "breakdown must be one of page, .*"],
	["limit=many", 'limit must be a whole number from 1 to 1000: current value is "many"'],
	["limit=0", 'limit must be a whole number .*: current value is "0"'],
	["filters=x", 'filters must be JSON: current value is "x"'],
	["filters={}&filter=page:is:/", "filter and filters must not both be given"],
	[
		'filters={"conditions":[{"dimension":"bot","values":["x"]}]}',
		"filters must not name bots, because figures exclude them",
	],
	["timezone=Mars/Olympus", 'timezone must be a time zone .*: current value is "Mars/Olympus"'],
	["sort=size", 'sort must be one of views, visitors, sessions: current value is "size"'],
	["filter=shoe:is:42", "filter must be \\{dimension\\}:.*"],
	["filter=page:like:x", "filter must be .*"],
	["filter=page:is:/&breakdown=event", 'breakdown must not be "event" with a filter'],
	[`${"filter=page:is:/&".repeat(21)}limit=1`, "filter must be .*, 20 times at most: .*"],
	["form=2026-01-01", 'Query parameters must be known .*: current value is "form"'],
])("%s is refused with a sentence", async (query, sentence) => {
	const response = await analytics.get(`/api/v1/stats?${query}`);

	expect(response.statusCode).toBe(400);
	expect(response.headers["content-type"]).toContain("application/problem+json");
	expect(response.json().problems).toEqual([expect.stringMatching(new RegExp(`^${sentence}$`))]);
});

test("every problem of a query is named at once", async () => {
	const response = await analytics.get("/api/v1/stats?from=x&limit=-1&a=b");

	expect(response.json().problems).toHaveLength(3);
});

function ask(query: string): Promise<StatsAnswer> {
	return analytics.read(`/api/v1/stats?${query}`);
}
