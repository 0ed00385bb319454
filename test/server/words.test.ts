import { expect, test } from "vitest";
import { frameWords, LANGUAGES } from "../../src/server/i18n/frame-words.ts";

const ALL = new Set([...LANGUAGES.values()].flatMap((words) => Object.keys(words)));

test.each([
	...LANGUAGES,
])("%s has every word, with the places that the English one has", (_, words) => {
	const placesOf = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

	expect(new Set(Object.keys(words))).toEqual(ALL);
	for (const [english, word] of Object.entries(words)) {
		expect(word.trim()).not.toBe("");
		expect(placesOf(word), english).toEqual(placesOf(english));
	}
});

test("a region has the words of its language, and an own word comes first", () => {
	expect(frameWords("de-AT", { Next: "Vorwärts" })).toMatchObject({
		Next: "Vorwärts",
		Previous: "Zurück",
	});
	expect(frameWords("zh-TW", {})["Search"]).toBe(LANGUAGES.get("zh-Hant")?.["Search"]);
	expect(frameWords("is", {})).toEqual({});
});
