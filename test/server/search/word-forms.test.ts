import { expect, test } from "vitest";
import { WORD_FORM_LANGUAGES, wordFormsOf } from "../../../src/server/search/word-forms.ts";

const WORDS =
	"автодополнения настройки къщите binden bunların bekerja memakan الكتاب running Häuser canciones".split(
		" ",
	);

test.each(
	WORD_FORM_LANGUAGES,
)("%s has a stem for every word, which starts as it says", (language) => {
	const { stem, keepsFirstLetter } = wordFormsOf(language);
	const words = WORDS.map((word) => word.toLowerCase());

	const areKept = words.every((word) => stem(word).startsWith(word.slice(0, 1)));

	expect(keepsFirstLetter && !areKept).toBe(false);
});
