import { expect, test } from "vitest";
import { isLong, lengthsOf } from "../../support/lengths.ts";
import { pseudoRandom } from "../../support/pseudo-random.ts";
import { createSearchSite } from "../../support/search-site.ts";

const { queries } = lengthsOf("test/server/search/search.fuzz.test.ts");

/** A question may take so long, on a machine that does nothing else. */
const LIMIT_MS = 50;

const WORDS =
	"the tea water OR AND NOT NEAR green 水を飲む ก็ประมาณ große ﷽ a b 1 2 title: ^x {body} x* - + ( ) \" “ ' ; -- % _ \\ / \u0000 \u202e 😀 é".split(
		" ",
	);

test("no question fails, and none takes long", async () => {
	const { service, errors } = await createSearchSite({
		...Object.fromEntries(
			Array.from({ length: 150 }, (_, index) => [`pages/p${index}.md`, pageOf(index)]),
		),
	});
	const random = pseudoRandom(20_261_122);
	await service.inject("/api/search?q=warm");

	const slow: string[] = [];
	for (let round = 0; round < queries; round += 1) {
		const text = queryOf(random);
		const startedMs = performance.now();
		const { statusCode } = await service.inject(`/api/search?q=${encodeURIComponent(text)}`);
		if (performance.now() - startedMs > LIMIT_MS) slow.push(text);
		expect([text, statusCode]).toEqual([text, 200]);
	}

	expect(errors).toEqual([]);
	// The short run shares its machine with other tests.
	if (isLong) expect(slow).toEqual([]);
});

function pageOf(index: number): string {
	const words = WORDS.filter((_, place) => (index + place) % 3 !== 0).join(" ");
	return `# Page ${index}\n\n${`the tea and the water ${words} `.repeat(20)}\n\n## Green ${index}\n\n水を飲む。\n`;
}

function queryOf(random: () => number): string {
	const pick = (): string => WORDS[Math.floor(random() * WORDS.length)] ?? "";
	const letters = (): string =>
		String.fromCodePoint(
			...Array.from({ length: 1 + Math.floor(random() * 12) }, () => Math.floor(random() * 0xd7ff)),
		);
	const part = (): string => (random() < 0.7 ? pick() : letters());
	const glue = random() < 0.8 ? " " : "";
	return Array.from({ length: Math.floor(random() * 30) }, part)
		.join(glue)
		.slice(0, 500);
}
