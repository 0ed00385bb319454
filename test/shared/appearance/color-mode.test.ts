import { expect, test } from "vitest";
import {
	parseColorModePreference,
	resolveColorMode,
} from "../../../src/shared/appearance/color-mode.ts";

test.each([
	["light", "light"],
	["dark", "dark"],
	["system", "system"],
	[null, "system"],
	["", "system"],
	[" dark", "system"],
	["DARK", "system"],
	['{"a":1}', "system"],
])("the stored value %j means %s", (stored, preference) => {
	expect(parseColorModePreference(stored)).toBe(preference);
});

test.each([
	["light", "dark", true, "light"],
	["dark", "light", false, "dark"],
	[undefined, "light", true, "light"],
	[undefined, "dark", false, "dark"],
	[undefined, "system", true, "dark"],
	[undefined, "system", false, "light"],
] as const)("forced %s, chosen %s, system dark %s: %s", (forced, preference, systemIsDark, mode) => {
	expect(resolveColorMode(forced, preference, systemIsDark)).toBe(mode);
});
