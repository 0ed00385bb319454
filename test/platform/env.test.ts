import { describe, expect, test } from "vitest";
import { EnvironmentReader } from "../../src/platform/env.ts";

test("an absent or blank variable gives the fallback and no complaint", () => {
	const env = new EnvironmentReader({ BLANK: "  " });

	expect(env.text("BLANK")).toBeUndefined();
	expect(env.wholeNumber("BLANK", 3, { min: 0, max: 9 })).toBe(3);
	expect(env.choice("ABSENT", "a", ["a", "b"])).toBe("a");
	expect(env.flag("ABSENT", true)).toBe(true);
	expect(env.webUrl("ABSENT")).toBeUndefined();
	expect(env.problems).toEqual([]);
});

describe("wholeNumber()", () => {
	test.each(["x", "-1", "1.5", "70000", "0x10", "1e3", "1 000"])("refuses %j", (value) => {
		const env = new EnvironmentReader({ PORT: value });

		expect(env.wholeNumber("PORT", 3000, { min: 0, max: 65_535 })).toBe(3000);
		expect(env.problems).toEqual([
			`PORT must be a whole number from 0 to 65535: current value is "${value}"`,
		]);
	});

	test("takes both ends of its range", () => {
		const env = new EnvironmentReader({ LOW: "0", HIGH: "65535" });

		expect(env.wholeNumber("LOW", 1, { min: 0, max: 65_535 })).toBe(0);
		expect(env.wholeNumber("HIGH", 1, { min: 0, max: 65_535 })).toBe(65_535);
	});
});

test.each([
	["true", true],
	["YES", true],
	["1", true],
	["off", false],
	["False", false],
])("flag() reads %s as %s", (value, expected) => {
	expect(new EnvironmentReader({ FLAG: value }).flag("FLAG", !expected)).toBe(expected);
});

test("webUrl() takes the final slash off", () => {
	const env = new EnvironmentReader({ URL: "https://example.org/" });

	expect(env.webUrl("URL")).toBe("https://example.org");
});

test("every wrong variable is named, in the order of reading", () => {
	const env = new EnvironmentReader({ URL: "ftp://x", FLAG: "maybe", LEVEL: "loud" });

	env.webUrl("URL");
	env.flag("FLAG", false);
	env.choice("LEVEL", "info", ["info", "warn"]);

	expect(env.problems).toEqual([
		'URL must be a URL that starts with http:// or https://: current value is "ftp://x"',
		'FLAG must be true or false: current value is "maybe"',
		'LEVEL must be one of info, warn: current value is "loud"',
	]);
});
