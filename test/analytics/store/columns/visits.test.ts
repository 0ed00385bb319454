import { expect, test } from "vitest";
import type { Dimension as RollUpDimension } from "../../../../src/analytics/store/totals/roll-up.ts";
import { DAY_MS, dayOf } from "../../../../src/analytics/store/totals/roll-up.ts";
import { storedEvents, testAnalytics } from "../../../support/analytics-service.ts";
import { pageView, visitor } from "../../../support/visitor.ts";

const MINUTE_MS = 60_000;
const SITE = "https://site.example";

test("a visitor who comes back the same day is one visitor with two sessions", async () => {
	const { service, clock, totals } = testAnalytics();

	await visitor().view(service, `${SITE}/`);
	clock.now += 31 * MINUTE_MS;
	await visitor().view(service, `${SITE}/`);

	expect(totals()).toMatchObject({ views: 2, visitors: 1, sessions: 2, bounces: 2 });
});

test("page views within half an hour are one session, with the traits of its first", async () => {
	const analytics = testAnalytics();
	const { service, clock, totals } = analytics;
	const reader = visitor();

	await reader.view(service, `${SITE}/?utm_source=news`, {
		$referrer: "https://www.search.example/?q=x",
		$browser: "Chrome",
	});
	clock.now += 10 * MINUTE_MS;
	await reader.view(service, `${SITE}/docs`, { $referrer: `${SITE}/` });
	clock.now += 5 * MINUTE_MS;
	await reader.view(service, `${SITE}/end`);

	const all = { views: 3, visitors: 1, sessions: 1, bounces: 0 };
	expect(totals()).toEqual({ ...all, durationMs: 15 * MINUTE_MS });
	for (const [dimension, rows] of Object.entries({
		page: [
			{ value: "/", views: 1, sessions: 1, bounces: 0 },
			{ value: "/docs", views: 1, sessions: 0 },
			{ value: "/end", views: 1, sessions: 0 },
		],
		exit_page: [{ value: "/end", sessions: 1 }],
		referrer: [{ value: "search.example", ...all }],
		utm_source: [{ value: "news", ...all }],
		browser: [{ value: "Chrome", ...all }],
	})) {
		// Named above.
		expect(breakdownOf(analytics, dimension as Dimension)).toMatchObject(rows);
	}
});

test("different addresses or browsers are different visitors", async () => {
	const { service, totals } = testAnalytics();

	await visitor({ address: "203.0.113.7" }).view(service, `${SITE}/`);
	await visitor({ address: "203.0.113.8" }).view(service, `${SITE}/`);
	await visitor({ userAgent: "Mozilla/5.0 Firefox/150.0" }).view(service, `${SITE}/`);

	expect(totals()).toMatchObject({ visitors: 3, sessions: 3 });
});

test("visitors are counted anew each day, and a range is their sum", async () => {
	const { service, clock, totals } = testAnalytics();

	await visitor().view(service, `${SITE}/`);
	expect(totals()).toMatchObject({ visitors: 1 });
	clock.now += DAY_MS;
	await visitor().view(service, `${SITE}/`);

	expect([totals(1).visitors, totals(2).visitors]).toEqual([1, 2]);
});

test("bots are stored and countable, but no visitors; nor are events of a server", async () => {
	const analytics = testAnalytics();
	const userAgent = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

	await visitor({ userAgent }).view(analytics.service, `${SITE}/`);
	const properties = { $lib: "posthog-node" };
	await analytics.capture({ event: "order", distinct_id: "u", properties }, "posthog-node/4.6.0");

	expect(analytics.totals()).toMatchObject({ views: 0, visitors: 0, sessions: 0 });
	expect(breakdownOf(analytics, "bot")).toMatchObject([{ value: "Googlebot", views: 1 }]);
	expect(breakdownOf(analytics, "event")).toMatchObject([{ value: "order", views: 1 }]);
	expect(new Set(storedEvents(analytics.store).map(({ bot }) => bot))).toEqual(
		new Set(["Googlebot", undefined]),
	);
});

test("an unknown visitor cannot put on a proxy's header", async () => {
	const { service, totals } = testAnalytics();
	for (const address of ["203.0.113.1", "203.0.113.2"]) {
		await service.inject({
			...{
				method: "POST",
				url: "/e/",
				remoteAddress: "198.51.100.9",
				payload: pageView(`${SITE}/`),
			},
			headers: { "x-forwarded-for": address, "user-agent": "Mozilla/5.0 Firefox/150.0" },
		});
	}

	expect(totals()).toMatchObject({ visitors: 1 });
});

test("totals survive a restart, and so do sessions that are under way", async () => {
	const first = testAnalytics();
	await visitor().view(first.service, `${SITE}/`);
	const saltOf = ({ store, clock }: typeof first) =>
		store.salts.forDay(dayOf(clock.now), () => new Uint8Array());
	const salt = saltOf(first);
	await first.service.close();

	const second = testAnalytics({ storePath: first.path });
	await visitor().view(second.service, `${SITE}/docs`);

	expect(saltOf(second)).toEqual(salt);
	expect(second.totals()).toMatchObject({ visitors: 1, sessions: 1, bounces: 0 });
});

type Dimension = Exclude<RollUpDimension, "all">;

function breakdownOf({ store, clock }: ReturnType<typeof testAnalytics>, dimension: Dimension) {
	const day = dayOf(clock.now);
	const rows = store.rollUps.breakdown(dimension, { from: day, to: day + 1 });
	return [...rows].map(([value, totals]) => ({ value, ...totals }));
}
