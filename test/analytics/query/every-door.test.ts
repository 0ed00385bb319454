import { describe, expect, onTestFinished, test } from "vitest";
import type { StatsAnswer } from "../../../src/analytics/api-types/stats.ts";
import { createAlerts } from "../../../src/analytics/query/alerts/alerts.ts";
import { openReader } from "../../../src/analytics/query/threads/reader.ts";
import type { AnalyticsStore } from "../../../src/analytics/store/analytics-store.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { testAnalytics } from "../../support/analytics-service.ts";
import { hasClickHouse } from "../../support/clickhouse.ts";
import { dashboardBrowser, ownerBrowser } from "../../support/dashboard-browser.ts";
import { generatedMonth, storedMonth } from "../../support/generated-month.ts";
import { shipToClickHouse } from "../../support/ship-to-clickhouse.ts";

const DAY_MS = 86_400_000;
/** The last 30 days begin on 1 March. */
const NOW = Date.UTC(2026, 2, 30, 12);
const MONTH = generatedMonth(150);
const STORES = [
	{ store: "SQLite", isThere: true },
	{ store: "ClickHouse", isThere: hasClickHouse },
];

describe.each(STORES)("figures out of $store", ({ store: name, isThere }) => {
	test.skipIf(!isThere).for(["network", "client"] as const)(
		"are the same through every door, counted by %s",
		{ timeout: 120_000 },
		async (countVisitorsBy) => {
			const { ask, share, alerts } = await openDoors(name, countVisitorsBy);
			const visits = MONTH.filter(({ isOfBot, isOfServer, at }) => {
				return !isOfBot && !isOfServer && at < Date.UTC(2026, 2, 31);
			});
			const visitors = new Set(
				visits.map(({ person, at }) =>
					countVisitorsBy === "client" ? person : `${person} ${Math.floor(at / DAY_MS)}`,
				),
			).size;
			const views = visits.filter((event) => event.name === "$pageview").length;

			const overview: StatsAnswer = await ask("/api/v1/stats?breakdown=page,referrer&limit=10");
			const filtered: StatsAnswer = await ask(
				"/api/v1/stats?breakdown=page,referrer&limit=10&filter=browser:is_not:Lynx",
			);
			const trends = await Promise.all(
				(["visitors", "views", "sessions"] as const).map((of) => trendOf(ask, { of })),
			);

			// First against a count of its own, then each door against the overview.
			expect(overview.totals).toMatchObject({ visitors, views });
			expect(overview.visitors.unit).toBe(countVisitorsBy === "client" ? "people" : "visitor-days");
			expect({ ...filtered, comparison: overview.comparison }).toEqual(overview);
			const { sessions } = overview.totals;
			expect(trends.map(({ total }) => total)).toEqual([visitors, views, sessions]);
			expect(trends.map(({ counts }) => counts)).toEqual(
				(["visitors", "views", "sessions"] as const).map((of) =>
					overview.series.map((point) => point[of]),
				),
			);
			const { page = [], referrer = [] } = overview.breakdowns;
			const cards = await share();
			expect(cards.slice(0, 2).map(({ answer }) => answer.total)).toEqual([visitors, views]);
			expect(cards.slice(2).map(({ answer }) => rowsOf(answer.rows))).toEqual([
				page.map((row) => [row.value, row.views]),
				referrer.map((row) => [row.value, row.visitors]),
			]);
			const [digest, alert] = await alerts();
			const week: StatsAnswer = await ask("/api/v1/stats?from=2026-03-23&to=2026-03-30");
			const day: StatsAnswer = await ask("/api/v1/stats?from=2026-03-22&to=2026-03-23");
			expect(digest).toEqual(
				(["visitors", "views", "sessions"] as const).map((of) => ({
					...{ name: of, value: week.totals[of], previous: week.comparison?.totals[of] },
				})),
			);
			expect(alert).toMatchObject([{ value: day.totals.visitors }]);
		},
	);
});

type Rows = readonly { readonly values: readonly (string | null)[]; readonly total: number }[];
type Ask = <Answer>(url: string, payload?: object) => Promise<Answer>;

function rowsOf(rows: Rows) {
	return rows.map(({ values: [value], total }) => [value, total]);
}

function trendOf(ask: Ask, measure: { readonly of: string }) {
	return ask<{ total: number; counts: readonly number[] }>("/api/v1/query", {
		...{ kind: "trend", measure },
	});
}

async function openDoors(name: string, countVisitorsBy: "network" | "client") {
	const seeded = testAnalytics({ now: NOW });
	seeded.store.writeBatch(storedMonth(MONTH));
	const analytics = startAnalytics({
		...{ now: NOW, store: seeded.store, storePath: seeded.path, countVisitorsBy },
		...(name === "ClickHouse" ? { shipping: await shippingOf(seeded.store, seeded.path) } : {}),
	});
	const ask: Ask = (url, payload) => {
		return payload === undefined ? analytics.read(url) : analytics.ask(payload);
	};
	const { post } = ownerBrowser(analytics);
	const question = { kind: "trend", measure: { of: "visitors" } };
	await post("/api/v1/questions", { name: "Visitors", question });
	return {
		ask,
		share: async () => {
			const made = await post("/api/v1/shares", {
				...{ name: "Everyone", expires_at: new Date(NOW + DAY_MS).toISOString() },
			});
			const { id, path } = made.json();
			const reader = dashboardBrowser(analytics.service);
			const opened = await reader.post(`/api/share/${id}`, { secret: path.split("#")[1] });
			return opened.json().cards as readonly { answer: { total: number; rows: Rows } }[];
		},
		alerts: async () => {
			const url = "http://127.0.0.1:1/";
			await post("/api/v1/alerts", { name: "Week", when: "weekly", url });
			await post("/api/v1/alerts", { name: "Any", question: "visitors", when: "above", url });
			const clock = { now: NOW - 7 * DAY_MS };
			const { store } = analytics;
			const alerts = createAlerts({
				newErrors: async () => ({ issues: [], last: 0 }),
				...{ store, now: () => clock.now, allowedHosts: [] },
				randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
				log: { info: () => {}, warn: () => {} },
				ask: async (asked) => ask("/api/v1/query", asked),
			});
			// The alert is news at once, the digest with the next week.
			await alerts.run();
			clock.now = NOW;
			await alerts.run();
			return store.deliveries.list().map(({ body }) => JSON.parse(body).data.figures);
		},
	};
}

async function shippingOf(store: AnalyticsStore, path: string) {
	const shipped = await shipToClickHouse(store, openReader(path));
	onTestFinished(shipped.remove);
	const status = { isComplete: true, awaySince: undefined, waiting: 0, waitingSince: undefined };
	return { clickHouse: shipped.clickHouse, status: () => status };
}
