import { cachedDataVersionTag } from "node:v8";
import { expect, test } from "vitest";
import {
	resetParsingSettings,
	withParsingSettings,
} from "../../src/server/live/parsing-settings.ts";

// The tag is made of the version of V8 and of its settings.
const tagOfDefaults = cachedDataVersionTag();

test("sets V8 for as long as the work takes", async () => {
	const result = await withParsingSettings(async () => cachedDataVersionTag());

	expect(result).not.toBe(tagOfDefaults);
	expect(cachedDataVersionTag()).toBe(tagOfDefaults);
});

test("sets it back when the work fails", async () => {
	const failure = withParsingSettings(() => Promise.reject(new Error("The disk is gone")));

	await expect(failure).rejects.toThrow("The disk is gone");
	expect(cachedDataVersionTag()).toBe(tagOfDefaults);
});

test("sets it back for work that was ended in the middle", () => {
	void withParsingSettings(() => new Promise(() => undefined));
	expect(cachedDataVersionTag()).not.toBe(tagOfDefaults);

	resetParsingSettings();

	expect(cachedDataVersionTag()).toBe(tagOfDefaults);
});
