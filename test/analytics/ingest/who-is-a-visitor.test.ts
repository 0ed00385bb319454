import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { openReader } from "../../../src/analytics/query/threads/reader.ts";
import { dayOf, NO_TOTALS } from "../../../src/analytics/store/totals/roll-up.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { storedEvents, testAnalytics } from "../../support/analytics-service.ts";
import { callApi } from "../../support/call-api.ts";
import { hasClickHouse } from "../../support/clickhouse.ts";
import { shipToClickHouse } from "../../support/ship-to-clickhouse.ts";
import { CHROME, pageView, visitor } from "../../support/visitor.ts";

const URL = "https://site.example/";

test("behind one address, 30 people are one visitor by network and 30 by client", async () => {
	const visitors: number[] = [];
	for (const countVisitorsBy of ["network", "client"] as const) {
		const { service, store, clock } = testAnalytics({ countVisitorsBy });
		for (let person = 0; person < 30; person += 1) {
			await visitor().view(service, URL, { distinct_id: `person-${person}` });
			await visitor().view(service, URL, { distinct_id: `person-${person}` });
		}
		const day = dayOf(clock.now);
		visitors.push(store.rollUps.totals({ from: day, to: day + 1 }).visitors);
	}

	expect(visitors).toEqual([1, 30]);
});

test.each([
	"sec-gpc",
	"dnt",
])("events that come with %s are dropped, unless a setting says else", async (header) => {
	const stored: number[] = [];
	for (const dropsOptedOut of [true, false]) {
		const { service, store, metrics } = testAnalytics({ dropsOptedOut });
		for (const value of ["1", "0"]) {
			const response = await service.inject({
				method: "POST",
				url: "/e/",
				headers: { "user-agent": CHROME, [header]: value },
				payload: JSON.stringify(pageView(URL)),
			});
			expect(response.statusCode).toBe(200);
		}
		stored.push(storedEvents(store).length);
		if (dropsOptedOut) expect(metrics.render()).toContain('reason="opted-out"} 1');
	}

	expect(stored).toEqual([1, 2]);
});

test("a site whose client keeps an id is counted by it, whatever the service counts by", async () => {
	const { service, store, clock } = testAnalytics({ countVisitorsBy: "network" });
	for (const person of ["a", "b", "a"]) {
		await visitor().view(service, URL, { distinct_id: person, $client_identity: "browser" });
	}

	const day = dayOf(clock.now);
	expect(store.rollUps.totals({ from: day, to: day + 1 })).toMatchObject({ views: 3, visitors: 2 });
});

test.each([
	"posthog-node",
	"posthog-python",
])("a page view of a browser and one of %s are one visitor, in either order", async (library) => {
	for (const order of ["browser first", "server first"]) {
		const { service, store, clock } = startAnalytics();
		const browser = () => visitor().view(service, URL, { distinct_id: "person" });
		const server = () =>
			visitor({ userAgent: `${library}/5.0` }).view(service, URL, {
				distinct_id: "person",
				$lib: library,
			});
		for (const send of order === "browser first" ? [browser, server] : [server, browser]) {
			await send();
		}

		const day = dayOf(clock.now);
		const totals = store.rollUps.totals({ from: day, to: day + 1 });
		expect(totals).toMatchObject({ views: 1, visitors: 1, sessions: 1 });
		const events = storedEvents(store);
		expect(events).toHaveLength(2);
		// What the server says happened in the browser's session.
		const sessions = events.map(async ({ uuid }) => {
			return (await callApi(service, `/api/v1/events/${uuid}`)).json().session;
		});
		expect(await Promise.all(sessions)).toEqual([1, 1]);
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
		const { service, clock } = startAnalytics({ countVisitorsBy, now: Date.UTC(2026, 0, 15, 12) });
		const ask = async () => (await callApi(service, "/api/v1/stats")).json().visitors;
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
	const { service } = startAnalytics();
	for (const name of ["GPTBot/1.1", "ChatGPT-User/1.0", "Googlebot/2.1"]) {
		await visitor({ userAgent: `Mozilla/5.0 (compatible; ${name})` }).view(service, URL);
	}

	const response = await callApi(service, "/api/v1/stats?breakdown=bot,ai_agent&from=2026-01-01");

	const { bot, ai_agent } = response.json().breakdowns;
	const names = (rows: readonly { value: string }[]) => rows.map(({ value }) => value);
	expect(names(bot)).toEqual(["ChatGPT-User", "GPTBot", "Googlebot"]);
	expect(names(ai_agent)).toEqual(["ChatGPT-User", "GPTBot"]);
});

test("a tab that is closed the next morning makes no visit of that day", async () => {
	const { service, store, clock } = testAnalytics();
	const reader = visitor();
	const leave = (seconds: number) =>
		reader.send(service, {
			...pageView(URL, { $prev_pageview_duration: seconds }),
			event: "$pageleave",
		});
	await reader.view(service, URL);
	clock.now += 60_000;
	await leave(60);
	const evening = dayOf(clock.now);
	clock.now += 86_400_000;
	await leave(86_460);

	const totals = store.rollUps.totals({ from: evening, to: evening + 2 });
	expect(totals).toMatchObject({ visitors: 1, sessions: 1, durationMs: 60_000 });
	expect(storedEvents(store)).toHaveLength(3);
});

describe("a client that counts visitors", () => {
	const MINUTE_MS = 60_000;
	/** Minutes after the start, person, session of the client, other properties. */
	type Sent = readonly [
		at: number,
		id: string,
		session?: string | undefined,
		properties?: { readonly $anon_distinct_id: string },
	];
	const signIn = (anonymous: string) => ({ $anon_distinct_id: anonymous });
	const VISITS: readonly (readonly [string, readonly Sent[], object])[] = [
		[
			"a visit that signs in stays one",
			[
				[0, "anon", "s"],
				[1, "jo", "s", signIn("anon")],
				[2, "jo", "s"],
			],
			{ views: 2, visitors: 1, sessions: 1, bounces: 0, durationMs: 2 * MINUTE_MS },
		],
		[
			"also where the client sends no session",
			[
				[0, "anon"],
				[1, "jo", undefined, signIn("anon")],
				[2, "jo"],
				[90, "jo"],
				[91, "anon"],
			],
			{ views: 4, visitors: 1, sessions: 2 },
		],
		[
			"a person is one visitor on two devices, with a visit on each",
			[
				...([
					[0, "phone", "p"],
					[1, "laptop", "l"],
					[2, "phone", "p"],
				] as const),
				...([
					[3, "jo", "p", signIn("phone")],
					[4, "jo", "l", signIn("laptop")],
				] as const),
				...([
					[5, "jo", "l"],
					[6, "jo", "p"],
				] as const),
			],
			{ views: 5, visitors: 1, sessions: 2, bounces: 0, durationMs: 10 * MINUTE_MS },
		],
		[
			"the client's session lasts as long as the client says",
			[
				[0, "jo", "s"],
				[45, "jo", "s"],
				[46, "jo", "t"],
			],
			{ views: 3, visitors: 1, sessions: 2, bounces: 1 },
		],
		[
			"a session stays one when its id changes without a word",
			[
				[0, "jo", "s"],
				[1, "mo", "s"],
			],
			{ views: 2, sessions: 1, bounces: 0 },
		],
		[
			"a session goes on at midnight (UTC)",
			[
				[715, "jo", "s"],
				[725, "jo", "s"],
				[760, "jo", "s"],
			],
			{ views: 3, sessions: 1, bounces: 0, durationMs: 45 * MINUTE_MS },
		],
		[
			"also where the client sends no session, and signs in",
			[
				[719, "anon"],
				[721, "anon"],
				[722, "jo", undefined, signIn("anon")],
				[745, "anon"],
			],
			{ views: 3, sessions: 1, bounces: 0, durationMs: 26 * MINUTE_MS },
		],
		[
			"two persons stay two, whatever one of them says",
			[
				...([
					[0, "jo", "s", signIn("a")],
					[1, "jo", "s"],
					[2, "mo", "t", signIn("b")],
				] as const),
				...([
					[3, "mo", "t"],
					[4, "mo", "t", signIn("jo")],
					[5, "jo", "s"],
				] as const),
			],
			{ views: 3, visitors: 2, sessions: 2 },
		],
	];

	test.each(VISITS)("%s", async (_name, sent, figures) => {
		const { service, store, clock } = startAnalytics({ now: NOON, countVisitorsBy: "client" });
		await sendAll({ service, clock }, sent, "");

		const range = { from: dayOf(NOON), to: dayOf(NOON) + 2 };
		expect(store.rollUps.totals(range)).toMatchObject(figures);
		// Single events tell the same.
		const { stats, trend } = await readFigures(service);
		const { duration_ms: durationMs, ...totals } = stats.totals;
		expect({ durationMs, ...totals }).toMatchObject(figures);
		expect(trend.total).toBe(totals.sessions);
		for (const [, id] of sent) store.erasePerson(id);
		expect(store.rollUps.totals(range)).toEqual(NO_TOTALS);
	});

	test.skipIf(!hasClickHouse)("ClickHouse tells the same of all of them", async () => {
		const { service, store, path, clock } = startAnalytics({
			now: NOON,
			countVisitorsBy: "client",
		});
		for (const [index, [, sent]] of VISITS.entries()) {
			await sendAll({ service, clock }, sent, `${index} `);
		}
		const expected = await readFigures(service);
		const { clickHouse, remove } = await shipToClickHouse(store, openReader(path));
		onTestFinished(remove);
		const status = { isComplete: true, awaySince: undefined, waiting: 0, waitingSince: undefined };
		const shipping = { clickHouse, status: () => status };
		const other = startAnalytics({
			...{ now: clock.now, store, storePath: path, countVisitorsBy: "client", shipping },
		});

		expect(expected.stats.totals).toMatchObject({ views: 25, sessions: 12 });
		expect(await readFigures(other.service)).toEqual(expected);
	});

	const NOON = Date.UTC(2026, 0, 15, 12);

	async function sendAll(
		{ service, clock }: Pick<ReturnType<typeof startAnalytics>, "service" | "clock">,
		sent: readonly Sent[],
		prefix: string,
	): Promise<void> {
		for (const [at, id, session, { $anon_distinct_id: anonymous } = {}] of sent) {
			clock.now = NOON + at * MINUTE_MS;
			const isSignIn = anonymous !== undefined;
			const view = pageView(URL, {
				distinct_id: prefix + id,
				$session_id: session && prefix + session,
				$anon_distinct_id: anonymous && prefix + anonymous,
				$process_person_profile: isSignIn,
			});
			await visitor().send(service, { ...view, event: isSignIn ? "$identify" : "$pageview" });
		}
		clock.now = NOON + 800 * MINUTE_MS;
	}

	/** Out of single events. */
	async function readFigures(service: FastifyInstance) {
		const asked = "from=2026-01-15&timezone=UTC&breakdown=page,browser";
		const stats = await callApi(service, `/api/v1/stats?${asked}&filter=browser:is:Chrome`);
		const trend = await callApi(service, {
			...{ method: "POST", url: "/api/v1/query" },
			payload: {
				...{ kind: "trend", measure: { of: "sessions" }, from: "2026-01-15", timezone: "UTC" },
				filters: { conditions: [{ dimension: "browser", values: ["Chrome"] }] },
			},
		});
		return { stats: stats.json(), trend: trend.json() };
	}
});
