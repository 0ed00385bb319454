import fc from "fast-check";
import { expect, test } from "vitest";
import { foldWord, MAX_WORD, tokenize } from "../../../src/server/search/word-forms.ts";

/** Of all kinds that meet in a text, broken ones and some that become others without their accents. */
const PIECES =
	"a Z 9 word _ - . ’ — é e\u0301 ß ﬁ K İ ж ก 中 文 ー 한 😀 𝐀 \ud83d \ude00 \u0301".split(" ");

const text = fc.string({ unit: fc.constantFrom(...PIECES, " ", "x".repeat(MAX_WORD)) });

test("words are the runs of letters, digits and marks, without case and accents", () => {
	fc.assert(
		fc.property(text, (source) => {
			const spaced = source.replace(/[\p{Lo}ー]/gu, " ");
			const words = (spaced.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
				.filter(({ length }) => length <= MAX_WORD)
				.map(foldWord)
				.filter((word) => word !== "");
			expect(tokenize(spaced).map(({ word }) => word)).toEqual(words);
		}),
	);
});
