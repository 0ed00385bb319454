import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Breakdown } from "../../../src/analytics/api-types/dimensions.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { storedEvents } from "../../support/analytics-service.ts";
import { newPageView } from "../../support/new-event.ts";

const NOW = Date.UTC(2026, 0, 20, 12);

test("PostHog's events are stored once, a person's ids as one visitor, bots apart", async () => {
	const analytics = startAnalytics({ now: NOW });

	const answer = await importFile(analytics, "posthog.jsonl", "posthog.jsonl");
	const again = await importFile(analytics, "posthog.jsonl", "posthog.jsonl");

	expect(answer).toMatchObject({ stored: 4, refused: { malformed: 1 } });
	expect(answer.problems).toEqual(['Line 4: uuid must be a UUID: current value is "not-a-uuid"']);
	expect(again).toMatchObject({ stored: 0, repeated: 4 });
	const { totals, breakdowns } = await statsOf(analytics, ["page", "referrer", "bot", "event"]);
	expect(totals).toMatchObject({ views: 2, visitors: 1, sessions: 1, duration_ms: 300_000 });
	expect(breakdowns.referrer).toMatchObject([{ value: "news.example", visitors: 1 }]);
	expect(breakdowns.bot).toMatchObject([{ value: "Googlebot", views: 1 }]);
	expect(breakdowns.event).toMatchObject([{ value: "$pageview" }, { value: "order" }]);
	expect(JSON.stringify(storedEvents(analytics.store))).not.toMatch(/secret=|203\.0\.113\.7|ada@/);
});

test("PostHog's table is read with its quotes, and wrong rows are named by their line", async () => {
	const analytics = startAnalytics({ now: NOW });

	const answer = await importFile(analytics, "posthog.csv", "posthog.csv");

	expect(answer).toMatchObject({ stored: 2, refused: { malformed: 2 } });
	expect(answer.problems).toEqual([
		'Line 5: timestamp must be a time in ISO 8601: current value is "yesterday"',
		'Line 6: It must have 9 cells, like the first line: current value is "2"',
	]);
	expect(storedEvents(analytics.store)[0]?.properties).toMatchObject({
		title: 'Home, "sweet"\nhome',
	});
	expect((await statsOf(analytics, [])).totals).toMatchObject({ views: 2, visitors: 1 });
});

test("GA4's page views are stored, and nothing else of it", async () => {
	const analytics = startAnalytics({ now: NOW });

	const answer = await importFile(analytics, "ga4.jsonl", "ga4.jsonl");
	const again = await importFile(analytics, "ga4.jsonl", "ga4.jsonl");

	expect(answer).toMatchObject({ stored: 3, refused: { "no-page-view": 1 } });
	expect(again).toMatchObject({ stored: 0, repeated: 3 });
	const { totals, breakdowns } = await statsOf(analytics, ["page", "device", "utm_source"]);
	expect(totals).toMatchObject({ views: 3, visitors: 2, sessions: 2, bounces: 1 });
	expect(breakdowns.page).toMatchObject([
		{ value: "/" },
		{ value: "/docs" },
		{ value: "/pricing" },
	]);
	expect(breakdowns.device).toMatchObject([{ value: "Mobile", views: 2 }]);
	expect(breakdowns.utm_source).toMatchObject([{ value: "letter", sessions: 1 }]);
});

describe("Plausible's totals", () => {
	const PAGES = "imported_pages_20260110_20260111.csv";

	test("count in every figure, once, and are marked", async () => {
		const analytics = startAnalytics({ now: NOW });
		const tables = ["visitors", "pages", "entry_pages", "sources", "browsers", "custom_events"];

		for (const table of [...tables, ...tables]) {
			const file = `imported_${table}_20260110_20260111.csv`;
			const answer = await importFile(analytics, "plausible.csv", file);
			expect(answer).toMatchObject({ stored: 0, refused: {}, problems: [] });
		}

		const asked: Breakdown[] = ["page", "referrer", "browser", "utm_campaign", "event"];
		const { totals, breakdowns, totals_only, series } = await statsOf(analytics, asked);
		expect(totals_only).toEqual({ from: "2026-01-10", to: "2026-01-31" });
		expect(totals).toMatchObject({
			views: 39,
			visitors: 15,
			sessions: 17,
			bounces: 6,
			duration_ms: 660_000,
		});
		expect(series.find(({ views }: { views: number }) => views > 0)).toMatchObject({ views: 30 });
		expect(breakdowns.page).toMatchObject([
			{ value: "/", views: 27, visitors: 14, sessions: 10, bounces: 3 },
			{ value: "/docs", views: 12, visitors: 5, sessions: 2 },
		]);
		expect(breakdowns.referrer).toMatchObject([
			{ value: "Google", sessions: 6 },
			{ value: "$direct", sessions: 5 },
			{ value: "letter", sessions: 1 },
		]);
		expect(breakdowns.browser).toMatchObject([{ value: "Chrome", visitors: 10, views: 30 }]);
		expect(breakdowns.utm_campaign).toMatchObject([{ value: "spring", sessions: 1 }]);
		expect(breakdowns.event).toMatchObject([{ value: "Signup", views: 4 }]);
	});

	test("that have no place here are refused with a sentence", async () => {
		const analytics = startAnalytics({ now: NOW });

		const file = "imported_locations_20260110_20260111.csv";
		const answer = await importFile(analytics, "plausible.csv", file);

		expect(answer).toMatchObject({ totals: 0, refused: { malformed: 2 } });
		expect(answer.problems).toEqual([
			"Line 1: The table of locations cannot be imported; the other tables can",
		]);
	});

	test("of a day that comes back after another are refused, not added to it", async () => {
		const rows = ["date,page,visitors,pageviews", "2026-01-10,/,1,1", "2026-01-11,/,1,1"];
		const payload = [...rows, "2026-01-10,/docs,1,1"].join("\n");

		const answer = await send(startAnalytics({ now: NOW }), "plausible.csv", payload);

		expect(answer).toMatchObject({ totals: 2, refused: { "out-of-order": 1 } });
		expect(answer.problems).toEqual([expect.stringMatching(/^Line 4: .*sort the file by date$/)]);
	});

	test("of a day that has figures already are not added to them", async () => {
		const analytics = startAnalytics({ now: NOW });
		const timestamp = Date.UTC(2026, 0, 10, 12);
		analytics.store.writeBatch([newPageView({ timestamp, page: "/" })]);

		const answer = await importFile(analytics, "plausible.csv", PAGES);

		expect(answer).toMatchObject({ totals: 1, repeated: 2 });
		const { breakdowns } = await statsOf(analytics, ["page"]);
		expect(breakdowns.page).toMatchObject([{ value: "/", views: 10 }]);
	});

	test("come out again with an export, and in elsewhere", async () => {
		const here = startAnalytics({ now: NOW });
		const other = startAnalytics({ now: NOW });
		await importFile(here, "plausible.csv", PAGES);

		const { payload } = await here.get("/api/v1/export/events.jsonl");
		const answer = await send(other, "events.jsonl", payload);
		const twice = await importFile(other, "plausible.csv", PAGES);

		expect(answer).toMatchObject({ totals: 3, refused: {} });
		expect(twice).toMatchObject({ totals: 0, repeated: 3 });
		const [figures, expected] = [await statsOf(other, ["page"]), await statsOf(here, ["page"])];
		expect(figures).toEqual(expected);
		expect(figures.breakdowns.page).toHaveLength(2);
	});
});

test("Umami's totals count for the day that is given, and a wrong row is named", async () => {
	const analytics = startAnalytics({ now: NOW });

	const pages = await importFile(
		analytics,
		"umami.csv?table=pages&date=2026-01-10",
		"umami-pages.csv",
	);
	await importFile(analytics, "umami.csv?table=devices&date=2026-01-10", "umami-devices.csv");

	expect(pages).toMatchObject({ totals: 2, refused: { malformed: 1 } });
	expect(pages.problems).toEqual(['Line 4: y must be a whole number: current value is "many"']);
	const { breakdowns } = await statsOf(analytics, ["page", "device"]);
	expect(breakdowns.page).toMatchObject([
		{ value: "/", visitors: 9 },
		{ value: "/docs", visitors: 5 },
	]);
	expect(breakdowns.device).toMatchObject([
		{ value: "Desktop", visitors: 7 },
		{ value: "Mobile", visitors: 3 },
	]);
});

test("Umami's totals without a day are refused", async () => {
	const { post } = startAnalytics({ now: NOW });

	const response = await post("/api/v1/import/umami.csv?table=pages", "x,y\n/,1\n");

	expect(response.statusCode).toBe(400);
	expect(response.json().problems).toEqual([expect.stringMatching(/^date must be a date/)]);
});

test("a record that is too long ends the reading of a table with a sentence", async () => {
	const rows = ["date,page,visitors,pageviews", `2026-01-10,"${"x".repeat(3_000_000)}",1,1`];
	const payload = [...rows, "2026-01-10,/c,1,1"];

	const answer = await send(startAnalytics({ now: NOW }), "plausible.csv", payload.join("\r\n"));

	expect(answer).toMatchObject({ totals: 0, refused: { malformed: 1 } });
	expect(answer.problems).toEqual([expect.stringMatching(/^Line 2: The table must be CSV/)]);
});

function importFile(analytics: TestAnalytics, path: string, file: string) {
	const payload = readFileSync(new URL(`../../fixtures/imports/${file}`, import.meta.url), "utf8");
	return send(analytics, path, payload);
}

async function send({ post }: TestAnalytics, path: string, payload: string) {
	const response = await post(`/api/v1/import/${path}`, payload);
	expect(response.statusCode).toBe(200);
	return response.json();
}

function statsOf({ read }: TestAnalytics, breakdowns: readonly Breakdown[]) {
	const asked = breakdowns.length === 0 ? "" : `&breakdown=${breakdowns.join(",")}`;
	return read(`/api/v1/stats?from=2026-01-01&to=2026-02-01&interval=day${asked}`);
}
