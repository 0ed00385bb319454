import { expect, test } from "vitest";
import { parseUserAgent } from "../../../src/analytics/ingest/user-agent.ts";
import { storedEvents, testAnalytics } from "../../support/analytics-service.ts";
import { CHROME, pageView, visitor } from "../../support/visitor.ts";

test.each([
	["Googlebot/2.1", "Googlebot"],
	["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Googlebot"],
	[
		"Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1)",
		"Googlebot",
	],
	["Mozilla/5.0 AppleWebKit/537.36 (compatible; ChatGPT-User/1.0; +https://x)", "ChatGPT-User"],
	["Mozilla/5.0 (compatible; CloudFlare-AlwaysOnline/1.0)", "CloudFlare-AlwaysOnline"],
	["Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/131.0.0.0 Safari/537.36", "HeadlessChrome"],
	["Mozilla/5.0 Chrome-Lighthouse", "Chrome-Lighthouse"],
	["Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "Slackbot-LinkExpanding"],
	["curl/8.5.0", "curl"],
	["7", "(unnamed)"],
])("the bot %s is called %s", (userAgent, name) => {
	expect(parseUserAgent(userAgent).bot).toBe(name);
});

test.each([
	CHROME,
	"Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 Chrome/79.0.0.0 Mobile Safari/537.36",
	"Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
])("%s is a browser", (userAgent) => {
	expect(parseUserAgent(userAgent)).toMatchObject({ bot: undefined, isBrowser: true });
});

test("the agent of a client library makes no bot of the people it speaks for", async () => {
	const { service, store } = testAnalytics();
	const sender = visitor({ userAgent: "posthog-python/3.7.0" });

	await sender.send(service, pageView("https://site.example/", { $lib: "posthog-python" }));
	await sender.send(service, pageView("https://site.example/"));

	expect(storedEvents(store).map(({ bot }) => bot)).toEqual([undefined, "posthog-python"]);
});
