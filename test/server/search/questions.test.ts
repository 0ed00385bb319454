import { expect, test } from "vitest";
import { loadRevision } from "../../../src/server/content/load-revision.ts";
import { SearchReader } from "../../../src/server/search/search-reader.ts";
import questions from "../../fixtures/search/questions.json" with { type: "json" };
import { indexed, temporaryIndexFile } from "../../support/search-site.ts";
import { withMistake } from "../../support/typing-mistake.ts";

/** Written before the search was: a question, and the page that answers it. */
const QUESTIONS = questions.handbook as [string, string][];

test("the page that answers a question comes first, or nearly", async () => {
	const find = await searchHandbook();

	const places = QUESTIONS.map(([question, page]) => find(question).indexOf(page));

	expect(share(places, (place) => place === 0)).toBeGreaterThanOrEqual(0.75);
	expect(share(places, isAmongFive)).toBeGreaterThanOrEqual(0.95);
});

test("one typing mistake hides the page rarely", async () => {
	const find = await searchHandbook();

	const places = QUESTIONS.map(([question, page], index) =>
		find(withMistake(question, index)).indexOf(page),
	);

	expect(share(places, isAmongFive)).toBeGreaterThanOrEqual(0.85);
});

async function searchHandbook(): Promise<(text: string) => readonly string[]> {
	const file = await temporaryIndexFile();
	await indexed(await loadRevision({ siteFolder: "site", environment: {} }), file);
	const reader = new SearchReader(file, "en");
	return (text) => reader.find(text).pages.map(({ path }) => path);
}

function isAmongFive(place: number): boolean {
	return place >= 0 && place < 5;
}

function share(places: readonly number[], isGood: (place: number) => boolean): number {
	return places.filter(isGood).length / places.length;
}
