import { beforeEach, describe, expect, test } from "vitest";
import type {
	EventDetails,
	EventPropertiesAnswer,
} from "../../../src/analytics/api-types/events.ts";
import type { AnswerTo } from "../../../src/analytics/api-types/query-answer.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { APP } from "../../support/analytics-service.ts";
import { newPageView } from "../../support/new-event.ts";

const HOUR_MS = 3_600_000;
/** An hour before the clocks of New York go back. */
const NOW = Date.UTC(2025, 10, 5);
const MARKUP = "<img src=x onerror=alert(1)>";
let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics({ now: NOW });
});

describe("a trend of an event", () => {
	const BY_PLAN = { breakdowns: [{ property: "plan" }] };
	const PLANS = ["team", "solo", MARKUP, undefined] as const;
	const bought = Array.from({ length: 400 }, (_, index) => ({
		timestamp: NOW - (index % 200) * HOUR_MS,
		plan: PLANS[index % PLANS.length],
		seats: index % 3,
	}));

	beforeEach(() => {
		analytics.store.writeBatch(
			bought.map(({ timestamp, plan, seats }) => {
				const properties = { seats, coupon: null, ...(plan === undefined ? {} : { plan }) };
				return newPageView({ timestamp, event: "bought", visit: undefined, properties });
			}),
		);
		analytics.store.writeBatch([newPageView({ timestamp: NOW, page: "/" })]);
	});

	test("is filtered by properties that it has, and has not", async () => {
		const conditions = [
			{ property: "seats", values: ["1"] },
			{ property: "plan", operator: "is_not", values: ["team"] },
		];
		const answer = await ask({ events: { event: "bought", conditions } });

		const wanted = bought.filter(({ seats, plan }) => seats === 1 && plan !== "team");
		expect(answer.counts).toEqual(countsOf(answer, wanted));
		expect(answer.total).toBeGreaterThan(20);
		const list = await analytics.read(
			`/api/v1/events?event=bought&property.seats=1&property_not.plan=team&limit=1000&from=${answer.from}&to=${answer.to}`,
		);
		expect(list.results).toHaveLength(Number(answer.total));
	});

	test("leaves bots out, in all, by a property, in the list, and among the properties", async () => {
		const before = await Promise.all([ask({}), ask(BY_PLAN)]);
		const event = { ...newPageView({ timestamp: NOW, page: "/" }), event: "bought" };
		const properties = { plan: "bot", crawled: true };
		analytics.store.writeBatch([{ ...event, visit: undefined, bot: "Examplebot", properties }]);

		const after = await Promise.all([ask({}), ask(BY_PLAN)]);
		const list = await analytics.read("/api/v1/events?event=bought&limit=1000");
		const asked = await analytics.read("/api/v1/events?event=bought&limit=1000&bots=include");
		const known = await analytics.read("/api/v1/events/properties?event=bought");

		expect(after).toEqual(before);
		expect(list.results).toHaveLength(400);
		expect(asked.results).toHaveLength(401);
		expect(known.events).toBe(400);
		expect(JSON.stringify(known)).not.toContain("crawled");
	});

	test("of a name that was never sent is empty", async () => {
		expect(await ask({ events: { event: "absent's" }, ...BY_PLAN })).toMatchObject({
			...{ total: 0, rows: [] },
		});
	});

	test("names and properties are listed for pickers", async () => {
		const names = await analytics.read("/api/v1/events/names?from=all");
		const properties = await analytics.read("/api/v1/events/properties?event=bought");

		expect(names.results).toEqual([
			{ event: "bought", count: 400 },
			{ event: "$pageview", count: 1 },
		]);
		const { results }: EventPropertiesAnswer = properties;
		expect(results.map(({ name, count }) => [name, count])).toEqual([
			["seats", 400],
			["plan", 300],
		]);
		expect(results[1]?.values).toContain(MARKUP);
	});

	test.each([
		"America/New_York",
		"Asia/Kolkata",
	])("names are counted by the days of %s, and bots apart from them", async (timezone) => {
		const bot = { ...newPageView({ timestamp: NOW, page: "/" }), bot: "Examplebot" };
		analytics.store.writeBatch([{ ...bot, event: "bought", visit: undefined }]);

		const series = await ask({ timezone, from: "2025-10-30", to: "2025-11-04" });
		const names = await analytics.read(
			`/api/v1/events/names?timezone=${timezone}&from=2025-10-30&to=2025-11-04`,
		);
		const all = await analytics.read(
			`/api/v1/stats?timezone=${timezone}&from=all&breakdown=event,bot`,
		);

		expect(names.results).toEqual([{ event: "bought", count: series.total }]);
		expect(series.total).toBeGreaterThan(100);
		expect(all.breakdowns).toMatchObject({
			event: [
				{ value: "bought", views: 400 },
				{ value: "$pageview", views: 1 },
			],
			bot: [{ value: "Examplebot", views: 1 }],
		});
	});

	function ask(further: object): Promise<AnswerTo<"trend">> {
		const asked = { kind: "trend", measure: { of: "events" }, events: { event: "bought" } };
		return analytics.ask({ ...asked, ...further });
	}

	function countsOf({ starts, to }: AnswerTo<"trend">, events: readonly { timestamp: number }[]) {
		return starts.map((start, index) => {
			const [begin, end] = [Date.parse(start), Date.parse(starts[index + 1] ?? to)];
			return events.filter(({ timestamp }) => timestamp >= begin && timestamp < end).length;
		});
	}
});

test("an event has no steps when no client watched, and is missing when it is not stored", async () => {
	const uuid = crypto.randomUUID();
	await analytics.capture({ event: "quiet", uuid, distinct_id: "someone" }, APP);

	const details: EventDetails = await analytics.read(`/api/v1/events/${uuid}`);
	const missing = await analytics.get(`/api/v1/events/${crypto.randomUUID()}`);
	const malformed = await analytics.get("/api/v1/events/none");

	expect(details).toMatchObject({ steps: null, bot: null, session: null });
	expect([missing.statusCode, malformed.statusCode]).toEqual([404, 404]);
});
