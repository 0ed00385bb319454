import { expect, test } from "vitest";
import { parseUserAgent } from "../../../src/analytics/ingest/user-agent.ts";
import { storedEvents, testAnalytics } from "../../support/analytics-service.ts";
import { readRows } from "../../support/read-fixture.ts";
import { CHROME, pageView, visitor } from "../../support/visitor.ts";

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

test("the agent of a client library makes no bot of the people it speaks for", async () => {
	const { service, store } = testAnalytics();
	const sender = visitor({ userAgent: "posthog-python/3.7.0" });

	await sender.send(service, pageView("https://site.example/", { $lib: "posthog-python" }));
	await sender.send(service, pageView("https://site.example/"));

	expect(storedEvents(store).map(({ bot }) => bot)).toEqual([undefined, "posthog-python"]);
});
