import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import type {
	MissingPagesAnswer,
	ProblemsAnswer,
} from "../../../src/analytics/api-types/problems.ts";
import { parseRouteRules } from "../../../src/shared/routing/route-rules.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY } from "../../support/analytics-service.ts";
import { visitor } from "../../support/visitor.ts";

let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics();
});

test("a missing page is shown with where its links stand, and the redirect to paste", async () => {
	const { service } = analytics;
	const someone = visitor();
	const at = (path: string) => `https://site.example${path}`;
	await someone.view(service, at("/docs/install"), { status: 200 });
	await someone.view(service, at("/blog"), { status: 200 });
	for (const referrer of [at("/blog"), at("/blog"), "https://other.example/a", ""]) {
		await someone.view(service, at("/doc/instal?page=2"), { status: 404, $referrer: referrer });
	}
	await someone.view(service, at("/%3Cscript%3Ealert(1)%3C/script%3E"), { status: 404 });

	const missing_pages = await askMissingPages();

	expect(missing_pages).toHaveLength(2);
	expect(missing_pages[0]).toEqual({
		page: "/doc/instal?page=2",
		views: 4,
		referrers: [
			{ referrer: "https://site.example/blog", views: 2 },
			{ referrer: null, views: 1 },
			{ referrer: "https://other.example/a", views: 1 },
		],
		suggestion: "/docs/install",
		route_rule:
			"routeRules:\n  /doc/instal:\n    redirect:\n      to: /docs/install\n      status: 308\n",
		redirects_line: "/doc/instal /docs/install 308",
	});
	expect(missing_pages[1]).toMatchObject({ suggestion: null });
	expect(missing_pages[1]?.redirects_line).toMatch(/^\/%3Cscript\S* \/ 308$/);
});

test("the rule to paste is one that the site understands", async () => {
	const { service } = analytics;
	await visitor().view(service, "https://site.example/Old:%20page%27%22#x", { status: 404 });

	const [page] = await askMissingPages();

	const { routeRules } = parse(page?.route_rule ?? "") as { routeRules: Record<string, unknown> };
	const entries = Object.entries(routeRules).map(([pattern, rule]) => ({ pattern, rule }));
	const { rules, problems } = parseRouteRules(entries);
	expect(problems).toEqual([]);
	expect(rules).toMatchObject([{ rule: { redirect: { to: "/", status: 308 } } }]);
});

test("dropped events are counted by reason, with one example without personal data", async () => {
	const send = (payload: object) => analytics.send("/e/", payload);
	await send({
		token: "phc_somebody_elses",
		event: "<b>bold</b>",
		distinct_id: "a@b.example",
		properties: { "<i>": 1 },
	});
	analytics.clock.now += 2_000;
	await send({ token: "phc_somebody_elses", event: "second", distinct_id: "x" });
	await send({ token: PROJECT_KEY, event: "$snapshot", distinct_id: "x" });
	await send({ token: PROJECT_KEY, event: " ", distinct_id: "x" });

	const { drops } = await ask();

	expect(drops.map(({ reason, count }) => [reason, count])).toEqual([
		["unknown-token", 2],
		["recording", 1],
		["no-event-name", 1],
	]);
	expect(drops[0]?.example).toMatchObject({ event: "second", token: "phc_so…" });
	expect(JSON.stringify(drops)).not.toContain("somebody_elses");
	expect(JSON.stringify(drops)).not.toContain("a@b.example");
});

test("what was dropped is shown out of memory, and is in no file", async () => {
	const event = "dropped-and-gone";
	const payload = JSON.stringify({ token: "phc_other", event, distinct_id: "x" });
	await analytics.send("/e/", payload);

	const { drops } = await ask();

	expect(drops[0]?.example?.event).toBe(event);
	const folder = dirname(analytics.path);
	for (const name of readdirSync(folder)) {
		expect(readFileSync(join(folder, name)).includes(event)).toBe(false);
	}
});

test("a flood of dropped events costs no more memory than the first", async () => {
	const { send } = analytics;
	const batch = Array.from({ length: 5_000 }, (_, index) => ({
		event: `made up ${index}`,
		distinct_id: "x",
	}));
	for (let count = 0; count < 4; count += 1) {
		analytics.clock.now += 1_000;
		await send("/batch/", { api_key: "phc_other", batch });
	}

	const { drops } = await ask();

	expect(drops).toMatchObject([{ reason: "unknown-token", count: 20_000 }]);
	expect(JSON.stringify(drops).length).toBeLessThan(1_000);
});

test("bots are named with the number of their events", async () => {
	const { service } = analytics;
	const bot = visitor({ userAgent: "Mozilla/5.0 (compatible; Examplebot/2.1)" });
	await bot.view(service, "https://site.example/");
	await bot.view(service, "https://site.example/docs");

	expect((await ask()).bots).toEqual([{ name: "Examplebot", events: 2, is_ai_agent: false }]);
});

test("a range of any length is answered", async () => {
	for (const what of ["problems", "missing-pages"]) {
		const url = `/api/v1/${what}?from=1800-01-01&to=2030-01-01`;

		expect((await analytics.get(url)).statusCode).toBe(200);
	}
});

async function askMissingPages(): Promise<MissingPagesAnswer["results"]> {
	return (await ask<MissingPagesAnswer>("missing-pages")).results;
}

function ask<Answer = ProblemsAnswer>(what = "problems"): Promise<Answer> {
	return analytics.read(`/api/v1/${what}?timezone=Asia/Kolkata`);
}
