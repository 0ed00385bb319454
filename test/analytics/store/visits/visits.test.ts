import { expect, test } from "vitest";
import type { AnalyticsStore } from "../../../../src/analytics/store/analytics-store.ts";
import type { Dimension } from "../../../../src/analytics/store/totals/roll-up.ts";
import { DAY_MS, dayOf } from "../../../../src/analytics/store/totals/roll-up.ts";
import { PROJECT_KEY, storedEvents, testAnalytics } from "../../../support/analytics-service.ts";
import { pageView, visitor } from "../../../support/visitor.ts";

const MINUTE_MS = 60_000;
const SITE = "https://site.example";

test("a visitor who comes back the same day is one visitor with two sessions", async () => {
	const { service, store, clock } = testAnalytics();
	const reader = visitor();

	await reader.view(service, `${SITE}/`);
	clock.now += 31 * MINUTE_MS;
	await reader.view(service, `${SITE}/`);

	expect(totalsOf(store, clock.now)).toMatchObject({
		views: 2,
		visitors: 1,
		sessions: 2,
		bounces: 2,
	});
});

test("page views within half an hour are one session that did not bounce", async () => {
	const { service, store, clock } = testAnalytics();
	const reader = visitor();

	await reader.view(service, `${SITE}/`);
	clock.now += 10 * MINUTE_MS;
	await reader.view(service, `${SITE}/docs`);
	clock.now += 5 * MINUTE_MS;
	await reader.view(service, `${SITE}/end`);

	expect(totalsOf(store, clock.now)).toEqual({
		views: 3,
		visitors: 1,
		sessions: 1,
		bounces: 0,
		durationMs: 15 * MINUTE_MS,
	});
	expect(breakdownOf(store, "page", clock.now)).toMatchObject([
		{ value: "/", views: 1, sessions: 1, bounces: 0 },
		{ value: "/docs", views: 1, sessions: 0 },
		{ value: "/end", views: 1, sessions: 0 },
	]);
	expect(breakdownOf(store, "exit_page", clock.now)).toMatchObject([
		{ value: "/end", sessions: 1 },
	]);
});

test("different addresses or browsers are different visitors", async () => {
	const { service, store, clock } = testAnalytics();

	await visitor({ address: "203.0.113.7" }).view(service, `${SITE}/`);
	await visitor({ address: "203.0.113.8" }).view(service, `${SITE}/`);
	await visitor({ userAgent: "Mozilla/5.0 Firefox/150.0" }).view(service, `${SITE}/`);

	expect(totalsOf(store, clock.now)).toMatchObject({ visitors: 3, sessions: 3 });
});

test("visitors are counted anew each day, and a range is their sum", async () => {
	const { service, store, clock } = testAnalytics();

	await visitor().view(service, `${SITE}/`);
	clock.now += DAY_MS;
	await visitor().view(service, `${SITE}/`);

	expect(totalsOf(store, clock.now - DAY_MS)).toMatchObject({ visitors: 1 });
	const today = dayOf(clock.now);
	expect(store.rollUps.totals({ from: today - 1, to: today + 1 })).toMatchObject({ visitors: 2 });
});

test("a repeated uuid is answered 200, stored once and counted once", async () => {
	const { service, store, clock } = testAnalytics();
	const event = pageView(`${SITE}/`);

	const first = await visitor().send(service, event);
	const second = await visitor().send(service, event);

	expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
	expect(storedEvents(store)).toHaveLength(1);
	expect(totalsOf(store, clock.now)).toMatchObject({ views: 1, visitors: 1, sessions: 1 });
});

test("a session's referrer, campaign and browser count for all of its views", async () => {
	const { service, store, clock } = testAnalytics();
	const reader = visitor();

	await reader.view(service, `${SITE}/?utm_source=news`, {
		$referrer: "https://www.search.example/?q=x",
		$browser: "Chrome",
	});
	clock.now += MINUTE_MS;
	await reader.view(service, `${SITE}/docs`, { $referrer: `${SITE}/` });

	const expected = { views: 2, visitors: 1, sessions: 1, bounces: 0 };
	expect(breakdownOf(store, "referrer", clock.now)).toMatchObject([
		{ value: "search.example", ...expected },
	]);
	expect(breakdownOf(store, "utm_source", clock.now)).toMatchObject([
		{ value: "news", ...expected },
	]);
	expect(breakdownOf(store, "browser", clock.now)).toMatchObject([
		{ value: "Chrome", ...expected },
	]);
});

test("bots are stored and countable, but no visitors", async () => {
	const { service, store, clock } = testAnalytics();
	const bot = visitor({
		userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
	});

	await bot.view(service, `${SITE}/`);

	expect(totalsOf(store, clock.now)).toMatchObject({ views: 0, visitors: 0, sessions: 0 });
	expect(breakdownOf(store, "bot", clock.now)).toMatchObject([{ value: "Googlebot", views: 1 }]);
	expect(storedEvents(store)).toMatchObject([{ bot: "Googlebot" }]);
});

test("events of a server are stored and are no visits", async () => {
	const { service, store, clock } = testAnalytics();

	await visitor({ userAgent: "posthog-node/4.6.0" }).send(service, {
		api_key: PROJECT_KEY,
		batch: [{ event: "order", distinct_id: "u", properties: { $lib: "posthog-node" } }],
	});

	expect(totalsOf(store, clock.now)).toMatchObject({ sessions: 0 });
	expect(breakdownOf(store, "event", clock.now)).toMatchObject([{ value: "order", views: 1 }]);
});

test("an unknown visitor cannot put on a proxy's header", async () => {
	const { service, store, clock } = testAnalytics();
	for (const address of ["203.0.113.1", "203.0.113.2"]) {
		await service.inject({
			method: "POST",
			url: "/e/",
			remoteAddress: "198.51.100.9",
			headers: { "x-forwarded-for": address, "user-agent": "Mozilla/5.0 Firefox/150.0" },
			payload: JSON.stringify(pageView(`${SITE}/`)),
		});
	}

	expect(totalsOf(store, clock.now)).toMatchObject({ visitors: 1 });
});

test("totals survive a restart, and so do sessions that are under way", async () => {
	const first = testAnalytics();
	await visitor().view(first.service, `${SITE}/`);
	const { salts } = first.store;
	const salt = salts.forDay(dayOf(first.clock.now), () => new Uint8Array());
	await first.service.close();

	const second = testAnalytics({ storePath: first.path });
	await visitor().view(second.service, `${SITE}/docs`);

	expect(second.store.salts.forDay(dayOf(second.clock.now), () => new Uint8Array())).toEqual(salt);
	expect(totalsOf(second.store, second.clock.now)).toMatchObject({
		visitors: 1,
		sessions: 1,
		bounces: 0,
	});
});

function totalsOf(store: AnalyticsStore, moment: number) {
	const day = dayOf(moment);
	return store.rollUps.totals({ from: day, to: day + 1 });
}

function breakdownOf(store: AnalyticsStore, dimension: Exclude<Dimension, "all">, moment: number) {
	const day = dayOf(moment);
	return store.rollUps.breakdown({ dimension, range: { from: day, to: day + 1 }, limit: 10 });
}
