import { expect, test } from "vitest";
import { resolveColorMode } from "../../../src/shared/theme/color-mode.ts";

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
