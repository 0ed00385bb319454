import { describe, expect, onTestFinished, test } from "vitest";
import { openReader } from "../../../src/analytics/query/threads/reader.ts";
import { dayOf, NO_TOTALS } from "../../../src/analytics/store/totals/roll-up.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { storedEvents, testAnalytics } from "../../support/analytics-service.ts";
import { hasClickHouse } from "../../support/clickhouse.ts";
import { NOON } from "../../support/new-event.ts";
import { shipToClickHouse } from "../../support/ship-to-clickhouse.ts";
import { CHROME, pageView, visitor } from "../../support/visitor.ts";

const URL = "https://site.example/";

test("behind one address, 30 people are one visitor by network and 30 by client", async () => {
	const visitors: number[] = [];
	for (const countVisitorsBy of ["network", "client"] as const) {
		const { service, totals } = testAnalytics({ countVisitorsBy });
		for (let view = 0; view < 60; view += 1) {
			await visitor().view(service, URL, { distinct_id: `person-${view % 30}` });
		}
		visitors.push(totals().visitors);
	}

	expect(visitors).toEqual([1, 30]);
});

test.each([
	"sec-gpc",
	"dnt",
])("events that come with %s are dropped, unless a setting says else", async (header) => {
	const stored: number[] = [];
	for (const dropsOptedOut of [true, false]) {
		const { send, store, metrics } = testAnalytics({ dropsOptedOut });
		for (const value of ["1", "0"]) {
			const response = await send("/e/", pageView(URL), { "user-agent": CHROME, [header]: value });
			expect(response.statusCode).toBe(200);
		}
		stored.push(storedEvents(store).length);
		if (dropsOptedOut) expect(metrics.render()).toContain('reason="opted-out"} 1');
	}

	expect(stored).toEqual([1, 2]);
});

test("a site whose client keeps an id is counted by it, whatever the service counts by", async () => {
	const { service, totals } = testAnalytics({ countVisitorsBy: "network" });
	for (const person of ["a", "b", "a"]) {
		await visitor().view(service, URL, { distinct_id: person, $client_identity: "browser" });
	}

	expect(totals()).toMatchObject({ views: 3, visitors: 2 });
});

test.each([
	"posthog-node",
	"posthog-python",
])("a page view of a browser and one of %s are one visitor, in either order", async (library) => {
	for (const isServerFirst of [false, true]) {
		const { service, totals } = startAnalytics();
		const agents = [undefined, library];
		for (const $lib of isServerFirst ? agents.toReversed() : agents) {
			const sender = visitor($lib === undefined ? {} : { userAgent: `${$lib}/5.0` });
			await sender.view(service, URL, { distinct_id: "person", ...($lib && { $lib }) });
		}

		expect(totals()).toMatchObject({ views: 1, visitors: 1, sessions: 1 });
	}
});

test.each([
	[
		"ChatGPT-User",
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0",
	],
	[
		"Claude-User",
		"Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0)",
	],
	["Cloudflare-Healthchecks", "Mozilla/5.0 (compatible; Cloudflare-Healthchecks/1.0)"],
	["Cloudflare-Warmup", `${CHROME} Cloudflare-Warmup/1.0`],
	["(no user agent)", "   "],
	["(no user agent)", ""],
])("%s is no person", async (bot, userAgent) => {
	const { service, store } = testAnalytics();

	await visitor({ userAgent }).view(service, URL);

	expect(storedEvents(store)).toMatchObject([{ bot }]);
});

test("the way of counting is named, with a warning where it is probably the wrong one", async () => {
	const ways: unknown[] = [];
	for (const countVisitorsBy of ["network", "client"] as const) {
		const { service, clock, read } = startAnalytics({
			countVisitorsBy,
			now: Date.UTC(2026, 0, 15, 12),
		});
		const ask = async () => (await read("/api/v1/stats")).visitors;
		ways.push(await ask());
		for (let person = 0; person < 60; person += 1) {
			if (person === 30) clock.now += 24 * 60 * 60_000;
			await visitor().view(service, URL, { distinct_id: `person-${person}` });
		}
		clock.now += 61_000;
		ways.push(await ask());
	}

	expect(ways).toEqual([
		{ by: "network", unit: "visitor-days", warning: null },
		{ by: "network", unit: "visitor-days", warning: "many-clients-in-one" },
		{ by: "client", unit: "people", warning: null },
		{ by: "client", unit: "people", warning: "ids-never-return" },
	]);
});

test("AI agents are a class of their own in the breakdown", async () => {
	const { service, read } = startAnalytics();
	for (const name of ["GPTBot/1.1", "ChatGPT-User/1.0", "Googlebot/2.1"]) {
		await visitor({ userAgent: `Mozilla/5.0 (compatible; ${name})` }).view(service, URL);
	}

	const { breakdowns } = await read("/api/v1/stats?breakdown=bot,ai_agent&from=2026-01-01");

	const { bot, ai_agent } = breakdowns;
	const names = (rows: readonly { value: string }[]) => rows.map(({ value }) => value);
	expect(names(bot)).toEqual(["ChatGPT-User", "GPTBot", "Googlebot"]);
	expect(names(ai_agent)).toEqual(["ChatGPT-User", "GPTBot"]);
});

test("a tab that is closed the next morning makes no visit of that day", async () => {
	const { service, store, clock, totals } = testAnalytics();
	const reader = visitor();
	const leave = (seconds: number) => {
		const view = pageView(URL, { $prev_pageview_duration: seconds });
		return reader.send(service, { ...view, event: "$pageleave" });
	};
	await reader.view(service, URL);
	clock.now += 60_000;
	await leave(60);
	clock.now += 86_400_000;
	await leave(86_460);

	expect(totals(2)).toMatchObject({ visitors: 1, sessions: 1, durationMs: 60_000 });
	expect(storedEvents(store)).toHaveLength(3);
});

describe("a client that counts visitors", () => {
	const MINUTE_MS = 60_000;
	/** Each event as minutes after the start, person, session of the client, and who signs in as that person. */
	const VISITS: readonly (readonly [string, readonly string[], object])[] = [
		[
			"a visit that signs in stays one",
			["0 anon s", "1 jo s anon", "2 jo s"],
			{ views: 2, visitors: 1, sessions: 1, bounces: 0, durationMs: 2 * MINUTE_MS },
		],
		[
			"where the client sends no session, each id has its own",
			["0 anon", "1 jo - anon", "2 jo", "90 jo", "91 anon"],
			{ views: 4, visitors: 1, sessions: 4 },
		],
		[
			"a person is one visitor on two devices, with a visit on each",
			["0 phone p", "1 laptop l", "2 phone p", "3 jo p phone", "4 jo l laptop", "5 jo l", "6 jo p"],
			{ views: 5, visitors: 1, sessions: 2, bounces: 0, durationMs: 10 * MINUTE_MS },
		],
		[
			"the client's session lasts as long as the client says",
			["0 jo s", "45 jo s", "46 jo t"],
			{ views: 3, visitors: 1, sessions: 2, bounces: 1 },
		],
		[
			"a session stays one when its id changes without a word",
			["0 jo s", "1 mo s"],
			{ views: 2, sessions: 1, bounces: 0 },
		],
		[
			"a session goes on at midnight (UTC)",
			["715 jo s", "725 jo s", "760 jo s"],
			{ views: 3, sessions: 1, bounces: 0, durationMs: 45 * MINUTE_MS },
		],
		[
			"where the client sends no session, it ends with the day",
			["719 anon", "721 anon", "722 jo - anon", "745 anon"],
			{ views: 3, sessions: 3, bounces: 2 },
		],
		[
			"two persons stay two, whatever one of them says",
			["0 jo s a", "1 jo s", "2 mo t b", "3 mo t", "4 mo t jo", "5 jo s"],
			{ views: 3, visitors: 2, sessions: 2 },
		],
	];

	test.each(VISITS)("%s", async (_name, sent, figures) => {
		const analytics = startAnalytics({ now: NOON, countVisitorsBy: "client" });
		await sendAll(analytics, sent);

		const days = { from: dayOf(NOON), to: dayOf(NOON) + 2 };
		const { rollUps } = analytics.store;
		expect(rollUps.totals(days)).toMatchObject(figures);
		// Single events tell the same.
		const { stats, trend } = await readFigures(analytics);
		const { duration_ms: durationMs, ...totals } = stats.totals;
		expect({ durationMs, ...totals }).toMatchObject(figures);
		expect(trend.total).toBe(totals.sessions);
		for (const event of sent) analytics.store.erasePerson(event.split(" ")[1] ?? "");
		expect(rollUps.totals(days)).toEqual(NO_TOTALS);
	});

	test.skipIf(!hasClickHouse)("ClickHouse tells the same of all of them", async () => {
		const analytics = startAnalytics({ now: NOON, countVisitorsBy: "client" });
		for (const [index, [, sent]] of VISITS.entries()) await sendAll(analytics, sent, `${index} `);
		const expected = await readFigures(analytics);
		const { store, path: storePath, clock } = analytics;
		const { clickHouse, remove } = await shipToClickHouse(store, openReader(storePath));
		onTestFinished(remove);
		const status = { isComplete: true, awaySince: undefined, waiting: 0, waitingSince: undefined };
		const shipping = { clickHouse, status: () => status };
		const own = { now: clock.now, store, storePath, shipping };

		expect(expected.stats.totals).toMatchObject({ views: 25, sessions: 16 });
		const other = startAnalytics({ ...own, countVisitorsBy: "client" });
		expect(await readFigures(other)).toEqual(expected);
	});

	async function sendAll(
		{ service, clock }: TestAnalytics,
		sent: readonly string[],
		prefix = "",
	): Promise<void> {
		for (const [at, id = "", session = "-", anonymous] of sent.map((text) => text.split(" "))) {
			clock.now = NOON + Number(at) * MINUTE_MS;
			const isSignIn = anonymous !== undefined;
			const view = pageView(URL, {
				distinct_id: prefix + id,
				$session_id: session === "-" ? undefined : prefix + session,
				$anon_distinct_id: anonymous && prefix + anonymous,
				$process_person_profile: isSignIn,
			});
			await visitor().send(service, { ...view, event: isSignIn ? "$identify" : "$pageview" });
		}
		clock.now = NOON + 800 * MINUTE_MS;
	}

	/** Out of single events. */
	async function readFigures({ read, ask }: TestAnalytics) {
		const range = "from=2026-01-15&timezone=UTC&breakdown=page,browser";
		return {
			stats: await read(`/api/v1/stats?${range}&filter=browser:is:Chrome`),
			trend: await ask({
				kind: "trend",
				measure: { of: "sessions" },
				from: "2026-01-15",
				timezone: "UTC",
				filters: { conditions: [{ dimension: "browser", values: ["Chrome"] }] },
			}),
		};
	}
});
