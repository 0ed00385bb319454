import { expect, test } from "vitest";
import { cpuMs } from "../../support/cpu-ms.ts";
import { lengthsOf } from "../../support/lengths.ts";
import { pseudoRandom } from "../../support/pseudo-random.ts";
import { createSearchSite, indexedFolder } from "../../support/search-site.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";

const { queries } = lengthsOf("test/server/search/search.fuzz.test.ts");

/** Of a processor; the first questions are run before the code is compiled for speed. */
const LIMIT_MS = 50;

const WORDS =
	"the tea water OR AND NOT NEAR green 水を飲む ก็ประมาณ große ﷽ a b 1 2 title: ^x {body} x* - + ( ) \" “ ' ; -- % _ \\ / \u0000 \u202e 😀 é".split(
		" ",
	);

const FILES = Object.fromEntries(
	Array.from({ length: 150 }, (_, index) => [`pages/p${index}.md`, pageOf(index)]),
);

test("no question fails", async () => {
	const { service, errors } = await createSearchSite(FILES);
	const random = pseudoRandom(20_261_122);

	for (let round = 0; round < queries; round += 1) {
		const text = queryOf(random);
		const url = `/api/search?q=${encodeURIComponent(text)}`;
		const { statusCode } = await service.inject(url);
		// On a machine that starves its thread for seconds, a question is given up, and the next one is not.
		const answered = statusCode === 503 ? (await service.inject(url)).statusCode : statusCode;
		expect([text, answered]).toEqual([text, 200]);
	}

	expect(errors).toEqual([]);
});

test("no question takes long", async () => {
	const { reader } = await indexedFolder(await writeSiteFolder(FILES));
	const random = pseudoRandom(20_261_122);

	const slow: string[] = [];
	for (let round = 0; round < queries; round += 1) {
		const text = queryOf(random);
		if ((await cpuMs(() => reader.find(text))) > LIMIT_MS) slow.push(text);
	}

	expect(slow).toEqual([]);
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
