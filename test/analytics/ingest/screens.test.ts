import { expect, test } from "vitest";
import { startAnalytics } from "../../support/analytics.ts";
import { APP } from "../../support/analytics-service.ts";
import { NOON } from "../../support/new-event.ts";

const RANGE = "from=2026-01-15&to=2026-01-16&breakdown=page,entry_page,host,os&compare=none";
const SPAN = { from: "2026-01-15", to: "2026-01-16" };

test("a screen of an app is a view of its own, and a page of the app", async () => {
	const { capture, clock, read, ask, exportEvents } = startAnalytics({ now: NOON });
	const send = async (event: string, person: string, properties: object) => {
		clock.now += 60_000;
		const own = {
			$lib: "posthog-ios",
			$os_name: "iOS",
			$app_namespace: "org.example.shop",
			$session_id: `session of ${person}`,
			...properties,
		};
		await capture({ event, distinct_id: person, properties: own }, APP);
	};
	await send("$screen", "ann", { $screen_name: "Home" });
	await send("$screen", "bob", { $screen_name: "Home" });
	await send("item added", "ann", {});
	await send("$screen", "ann", { $screen_name: "Cart" });

	const stats = await read(`/api/v1/stats?${RANGE}`);
	const home = await read(`/api/v1/stats?${RANGE}&filter=page:is:Home`);
	const paths = await ask({
		kind: "paths",
		...SPAN,
		anchor: { conditions: [{ dimension: "page", values: ["Home"] }] },
	});

	expect(stats.totals).toMatchObject({ views: 3, visitors: 2, sessions: 2, bounces: 1 });
	expect(stats.breakdowns).toMatchObject({
		page: [
			{ value: "Home", views: 2, visitors: 2, sessions: 2 },
			{ value: "Cart", views: 1, visitors: 1, sessions: 0 },
		],
		entry_page: [{ value: "Home", sessions: 2 }],
		host: [{ value: "org.example.shop", views: 3 }],
		os: [{ value: "iOS", views: 3 }],
	});
	expect(home.totals).toMatchObject({ views: 2, visitors: 2, sessions: 2 });
	expect(paths.steps[3]).toMatchObject({
		offset: 1,
		rows: [
			{ label: null, count: 1 },
			{ label: "item added", count: 1 },
		],
	});
	const other = startAnalytics({ now: clock.now });
	expect(await other.importEvents(await exportEvents())).toMatchObject({ stored: 4, refused: {} });
	expect((await other.read(`/api/v1/stats?${RANGE}`)).totals).toEqual(stats.totals);
});

test("a server's $screen event is no visit", async () => {
	const { capture, read } = startAnalytics({ now: NOON });
	const properties = { $lib: "posthog-node", $screen_name: "Home" };
	await capture({ event: "$screen", distinct_id: "ann", properties });

	expect((await read(`/api/v1/stats?${RANGE}`)).totals).toMatchObject({ views: 0, visitors: 0 });
});
