import { beforeEach, expect, test } from "vitest";
import type { SearchesAnswer } from "../../../src/analytics/api-types/searches.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY } from "../../support/analytics-service.ts";
import { visitor } from "../../support/visitor.ts";

let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics();
});

test("searches are counted by their words, with the page that was chosen most often", async () => {
	await search("Install", 3, "/guide/install");
	await search("install ", 3, "/guide/install");
	await search("install", 3, "/deploy");
	await search("install", 3);
	await search("kubernetes", 0);
	await search("kubernetes", 0);
	await search("", 0);

	const { searches, results, nothing_found } = await ask();

	const kubernetes = {
		words: "kubernetes",
		searches: 2,
		without_results: 2,
		without_choice: 0,
		chosen: null,
	};
	expect(searches).toBe(6);
	expect(results).toEqual([
		{
			words: "install",
			searches: 4,
			without_results: 0,
			without_choice: 1,
			chosen: "/guide/install",
		},
		kubernetes,
	]);
	expect(nothing_found).toEqual([kubernetes]);
});

test("searches of bots are left out", async () => {
	await search("secrets", 0, undefined, "Mozilla/5.0 (compatible; Examplebot/2.1)");

	expect((await ask()).results).toEqual([]);
});

test("events of the same name with anything else in them do no harm", async () => {
	for (const words of [null, 7, ["a"], { a: 1 }, "x".repeat(5000)]) {
		await send({ search_words: words, search_results: "many", search_chosen: 1 });
	}

	const { results } = await ask();

	expect(results.map(({ words }) => words)).toEqual(["x".repeat(200)]);
});

function search(words: string, found: number, chosen?: string, userAgent?: string) {
	return send(
		{ search_words: words, search_results: found, ...(chosen && { search_chosen: chosen }) },
		userAgent,
	);
}

function send(properties: object, userAgent?: string) {
	return visitor(userAgent === undefined ? {} : { userAgent }).send(analytics.service, {
		event: "site_search",
		uuid: crypto.randomUUID(),
		properties: {
			token: PROJECT_KEY,
			distinct_id: crypto.randomUUID(),
			$lib: "web",
			$process_person_profile: false,
			...properties,
		},
	});
}

function ask(): Promise<SearchesAnswer> {
	return analytics.read("/api/v1/searches?timezone=Asia/Kolkata");
}
