import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BREAKDOWNS } from "../../../src/analytics/wire/dashboard/dimensions.ts";
import { statsAnswer } from "../../../src/analytics/wire/dashboard/stats.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { callApi } from "../../support/call-api.ts";
import { countSessions, countTotals } from "../../support/count-visits.ts";
import { type GeneratedView, generatedVisits } from "../../support/generated-visits.ts";
import { visitor } from "../../support/visitor.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Twenty days before a month's end, so that ranges begin and end within months. */
const FIRST_DAY = Date.UTC(2025, 10, 10) / DAY_MS;
const DAYS = 40;

const { views, arrivals } = generatedVisits(FIRST_DAY, DAYS);
let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics({ now: Date.UTC(2026, 0, 15, 12) });
});

describe("figures of generated visits, with repeats and late arrivals", () => {
	beforeEach(() => {
		analytics.store.writeBatch(arrivals);
	});

	beforeAll(() => {
		// Otherwise equal figures would prove little.
		expect(arrivals.length).toBeGreaterThan(views.length);
		expect(countSessions(views).some((session) => session.views.length > 2)).toBe(true);
	});

	test("totals of any range are those of a count over the single events", async () => {
		for (const [from, to] of [
			[0, DAYS],
			[3, 4],
			[5, 33],
			[20, 21],
		] as const) {
			const { totals } = await askDays(from, to);

			expect(totals).toEqual(countDays(from, to));
		}
	});

	test("the comparison has as many days just before", async () => {
		const { comparison } = await askDays(10, 20);

		expect(comparison).toMatchObject({ from: isoDay(0), to: isoDay(10), totals: countDays(0, 10) });
	});

	test.each([
		["day", 0, DAYS],
		["month", 5, 35],
	])("points of every %s add up to the totals", async (interval, from, to) => {
		const { totals, series } = await askDays(from, to, `&interval=${interval}`);

		for (const field of ["views", "visitors", "sessions", "bounces", "duration_ms"] as const) {
			expect(series.reduce((sum, point) => sum + point[field], 0)).toBe(totals[field]);
		}
	});

	test("each point of a series of days is its day", async () => {
		const { series } = await askDays(2, 8);

		expect(series).toEqual(
			[2, 3, 4, 5, 6, 7].map((day) => ({ start: isoDay(day), ...countDays(day, day + 1) })),
		);
	});

	test("a series of hours has the views of every hour, empty ones included", async () => {
		const { series } = await askDays(7, 8, "&interval=hour");

		const start = (FIRST_DAY + 7) * DAY_MS;
		const expected = Array.from({ length: 24 }, (_, hour) => viewsBetween(start + hour * HOUR_MS));
		expect(series.map((point) => point.views)).toEqual(expected);
	});

	test("pages, browsers, referrers, campaigns and statuses are broken down by views", async () => {
		const names = ["page", "browser", "referrer", "campaign", "status"] as const;

		const { breakdowns } = await askDays(4, 36, `&breakdown=${names.join(",")}`);

		for (const name of names) {
			const rows = breakdowns[name]?.map(({ value, views: count }) => [value, count]) ?? [];
			expect(Object.fromEntries(rows)).toEqual(countViewsBy(name, 4, 36));
			expect(rows.map(([, count]) => count)).toEqual(
				rows.map(([, count]) => count).toSorted((a, b) => Number(b) - Number(a)),
			);
		}
	});

	test("entry and exit pages are broken down by the sessions that began and ended there", async () => {
		const { breakdowns } = await askDays(4, 36, "&breakdown=entry_page,exit_page");

		const sessions = countSessions(viewsOfDays(4, 36));
		expect(sessionsByValue(breakdowns["entry_page"])).toEqual(
			countBy(sessions, (session) => session.views[0]?.page),
		);
		expect(sessionsByValue(breakdowns["exit_page"])).toEqual(
			countBy(sessions, (session) => session.views.at(-1)?.page),
		);
	});

	test("a limit cuts a breakdown to its largest rows", async () => {
		const { breakdowns } = await askDays(0, DAYS, "&breakdown=page&limit=2");

		const largest = Object.values(countViewsBy("page", 0, DAYS)).toSorted((a, b) => b - a);
		expect(breakdowns["page"]?.map((row) => row.views)).toEqual(largest.slice(0, 2));
	});

	test("the answer is what its schema says, for every breakdown", async () => {
		const answer = await askDays(0, DAYS, `&breakdown=${BREAKDOWNS.join(",")}`);

		expect(statsAnswer.strict().parse(answer)).toEqual(answer);
	});
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
	["form=2026-01-01", 'Query parameters must be known .*: current value is "form"'],
])("%s is refused with a sentence", async (query, sentence) => {
	const response = await callApi(analytics.service, `/api/v1/stats?${query}`);

	expect(response.statusCode).toBe(400);
	expect(response.headers["content-type"]).toContain("application/problem+json");
	expect(response.json().problems).toEqual([expect.stringMatching(new RegExp(`^${sentence}$`))]);
});

test("every problem of a query is named at once", async () => {
	const response = await callApi(analytics.service, "/api/v1/stats?from=x&limit=-1&a=b");

	expect(response.json().problems).toHaveLength(3);
});

test("figures need a personal API key", async () => {
	for (const authorization of [undefined, "Bearer phx_wrong", "Basic eDp5"]) {
		const response = await analytics.service.inject({
			url: "/api/v1/stats",
			headers: authorization === undefined ? {} : { authorization },
		});

		expect(response.statusCode).toBe(401);
		expect(response.headers["www-authenticate"]).toBe("Bearer");
	}
});

async function ask(query: string) {
	const response = await callApi(analytics.service, `/api/v1/stats?${query}`);
	expect(response.statusCode).toBe(200);
	return statsAnswer.parse(response.json());
}

function askDays(from: number, to: number, more = "") {
	return ask(`from=${isoDay(from)}&to=${isoDay(to)}${more}`);
}

function isoDay(day: number): string {
	return new Date((FIRST_DAY + day) * DAY_MS).toISOString();
}

function countDays(from: number, to: number) {
	return countTotals(views, (FIRST_DAY + from) * DAY_MS, (FIRST_DAY + to) * DAY_MS);
}

function viewsOfDays(from: number, to: number): readonly GeneratedView[] {
	const [start, end] = [(FIRST_DAY + from) * DAY_MS, (FIRST_DAY + to) * DAY_MS];
	return views.filter(({ timestamp }) => timestamp >= start && timestamp < end);
}

function viewsBetween(start: number): number {
	return views.filter(({ timestamp }) => timestamp >= start && timestamp < start + HOUR_MS).length;
}

function countViewsBy(name: string, from: number, to: number): Readonly<Record<string, number>> {
	return countBy(viewsOfDays(from, to), (view) => view[name as keyof GeneratedView]);
}

function countBy<Item>(
	items: readonly Item[],
	keyOf: (item: Item) => unknown,
): Readonly<Record<string, number>> {
	const counts: Record<string, number> = {};
	for (const item of items) {
		const key = keyOf(item);
		if (key !== undefined) counts[String(key)] = (counts[String(key)] ?? 0) + 1;
	}
	return counts;
}

function sessionsByValue(rows: readonly { value: string; sessions: number }[] = []) {
	return Object.fromEntries(rows.map(({ value, sessions }) => [value, sessions]));
}
