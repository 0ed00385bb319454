import { expect, test } from "vitest";
import { startAnalytics } from "../../support/analytics.ts";
import { visitor } from "../../support/visitor.ts";

const MINUTE_MS = 60_000;

test("visitors now are those of the last five minutes, each once", async () => {
	const { service, clock, get } = startAnalytics();
	const [first, second] = [visitor(), visitor({ address: "203.0.113.8" })];
	const bot = visitor({ userAgent: "Mozilla/5.0 (compatible; Examplebot/2.1)" });
	const now = async () => (await get("/api/v1/visitors-now")).json<object>();
	await first.view(service, "https://site.example/");
	await bot.view(service, "https://site.example/");
	clock.now += 3 * MINUTE_MS;
	await second.view(service, "https://site.example/");
	await second.view(service, "https://site.example/docs");

	expect(await now()).toEqual({ visitors: 2 });
	clock.now += 3 * MINUTE_MS;
	expect(await now()).toEqual({ visitors: 1 });
	clock.now += 3 * MINUTE_MS;
	expect(await now()).toEqual({ visitors: 0 });
});
