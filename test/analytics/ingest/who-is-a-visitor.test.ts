import { describe, expect, test } from "vitest";
import { dayOf } from "../../../src/analytics/store/totals/roll-up.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { storedEvents, testAnalytics } from "../../support/analytics-service.ts";
import { callApi } from "../../support/call-api.ts";
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
	type Sent = readonly [at: number, id: string, session?: string | undefined, properties?: object];
	const signIn = (anonymous: string) => ({ $anon_distinct_id: anonymous });

	test.each<readonly [string, readonly Sent[], object]>([
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
	])("%s", async (_name, sent, figures) => {
		const { service, store, clock } = startAnalytics({ countVisitorsBy: "client" });
		const start = clock.now;
		for (const [at, id, session, properties = {}] of sent) {
			clock.now = start + at * MINUTE_MS;
			const event = "$anon_distinct_id" in properties ? "$identify" : "$pageview";
			await visitor().send(service, {
				...pageView(URL, {
					...{ distinct_id: id, $session_id: session, ...properties },
					$process_person_profile: event === "$identify",
				}),
				event,
			});
		}

		const day = dayOf(start);
		expect(store.rollUps.totals({ from: day, to: day + 1 })).toMatchObject(figures);
		// Single events tell the same.
		const range = `from=${new Date(start).toISOString().slice(0, 10)}&timezone=UTC`;
		const filtered = await callApi(service, `/api/v1/stats?${range}&filter=browser:is:Chrome`);
		const { duration_ms: _, ...totals } = filtered.json().totals;
		const { durationMs: _duration, ...others } = Object(figures);
		expect(totals).toMatchObject(others);
	});
});
