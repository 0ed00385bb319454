import { expect, test } from "vitest";
import { WORD_FORM_LANGUAGES, wordFormsOf } from "../../../src/server/search/word-forms.ts";

const WORDS =
	"автодополнения настройки къщите binden bunların bekerja memakan الكتاب running häuser canciones".split(
		" ",
	);

test.each(WORD_FORM_LANGUAGES)("%s has a stem for every word", (language) => {
	const { stem } = wordFormsOf(language);

	expect(WORDS.map(stem).every((stemmed) => stemmed.length > 0)).toBe(true);
});
