import { expect, test } from "vitest";
import { parseUserAgent } from "../../../src/analytics/ingest/user-agent.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { storedEvents, testAnalytics } from "../../support/analytics-service.ts";
import { readRows } from "../../support/read-fixture.ts";
import { CHROME } from "../../support/visitor.ts";

test.each(
	readRows<[userAgent: string, name: string]>("analytics/user-agents.yaml", "bots"),
)("the bot %s is called %s", (userAgent, name) => {
	expect(parseUserAgent(userAgent).bot).toBe(name);
});

test.each([
	CHROME,
	"Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 Chrome/79.0.0.0 Mobile Safari/537.36",
	"Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
])("%s is a browser", (userAgent) => {
	expect(parseUserAgent(userAgent)).toMatchObject({ bot: undefined, isBrowser: true });
});

const PROGRAMS = ["curl/8.5.0", "python-requests/2.31.0", "Go-http-client/1.1", "okhttp/4.12.0"];

test.each<readonly [string, object]>([
	...[...PROGRAMS, "posthog-php/3.3.2", "", CHROME].map((agent) => [agent, {}] as const),
	// A server that says on which page something happened.
	["python-requests/2.31.0", { $current_url: "https://site.example/" }],
	["posthog-python/3.7.0", { $lib: "posthog-python" }],
])("an event of its own of %s %j is a source's, not a bot's", async (userAgent, properties) => {
	const { capture, read, totals } = startAnalytics();

	await capture({ event: "order paid", distinct_id: "jo", properties }, userAgent);

	expect((await read("/api/v1/events")).results).toMatchObject([{ event: "order paid" }]);
	expect(totals().visitors).toBe(0);
});

test.each<readonly [string, Readonly<Record<string, string>>, string | undefined]>([
	["Mozilla/5.0 (compatible; Googlebot/2.1)", { event: "$pageview" }, "Googlebot"],
	[CHROME.replace("Chrome", "HeadlessChrome"), { event: "$pageview" }, "HeadlessChrome"],
	["curl/8.5.0", { event: "$pageview" }, "curl"],
	[CHROME.replace("Chrome", "HeadlessChrome"), { $lib: "web" }, "HeadlessChrome"],
	["Mozilla/5.0 (compatible; bingbot/2.0)", { $current_url: "https://a.example/" }, "bingbot"],
	["posthog-python/3.7.0", { event: "$pageview", $lib: "web" }, "posthog-python"],
	["posthog-python/3.7.0", { event: "$pageview", $lib: "posthog-python" }, undefined],
	["curl/8.5.0", { $lib: "posthog-node", $browser_type: "bot" }, "curl"],
	[CHROME, { $browser_type: "bot" }, "bot"],
])("a web event of %s %j is of the bot %s", async (userAgent, { event = "seen", ...rest }, bot) => {
	const { capture, store } = testAnalytics();

	await capture({ event, distinct_id: "jo", properties: rest }, userAgent);

	expect(storedEvents(store).map((stored) => stored.bot)).toEqual([bot]);
});
