import { expect, test } from "vitest";
import questions from "../../fixtures/search/questions.json" with { type: "json" };
import { indexedFolder } from "../../support/search-site.ts";
import { withMistake } from "../../support/typing-mistake.ts";

/** Written before the search was: a question, and the page that answers it. */
const QUESTIONS = questions.handbook as [string, string][];

test("the page that answers a question comes first, or nearly", async () => {
	const { find } = await indexedFolder("site");

	const places = QUESTIONS.map(([question, page]) => find(question).indexOf(page));

	expect(share(places, (place) => place === 0)).toBeGreaterThanOrEqual(0.75);
	expect(share(places, isAmongFive)).toBeGreaterThanOrEqual(0.95);
});

test("one typing mistake hides the page rarely", async () => {
	const { find } = await indexedFolder("site");

	const places = QUESTIONS.map(([question, page], index) =>
		find(withMistake(question, index)).indexOf(page),
	);

	expect(share(places, isAmongFive)).toBeGreaterThanOrEqual(0.85);
});

function isAmongFive(place: number): boolean {
	return place >= 0 && place < 5;
}

function share(places: readonly number[], isGood: (place: number) => boolean): number {
	return places.filter(isGood).length / places.length;
}
