import colors from "tailwindcss/colors";
import { expect, test } from "vitest";
import {
	DEFAULT_THEME,
	GRAY_COLORS,
	PRIMARY_COLORS,
	resolveTheme,
} from "../../../src/shared/appearance/theme.ts";

test("a theme without names is green on cool gray", () => {
	const { theme, problems } = resolveTheme({});

	expect(theme).toEqual({ primary: "green", gray: "cool" });
	expect(problems).toEqual([]);
});

test("known names are taken as they are", () => {
	const { theme, problems } = resolveTheme({ primary: "orange", gray: "stone" });

	expect(theme).toEqual({ primary: "orange", gray: "stone" });
	expect(problems).toEqual([]);
});

test("an unknown primary color is one problem, and the default is used", () => {
	const { theme, problems } = resolveTheme({ primary: "sepia", gray: "stone" });

	expect(theme).toEqual({ primary: "green", gray: "stone" });
	expect(problems).toEqual([
		{ role: "primary", rule: expect.stringMatching(/^must be one of red, .*shown as green/) },
	]);
});

test.each([
	["Stone"],
	["red"],
	["__proto__"],
	["constructor"],
	[""],
	[7],
	[null],
	[["stone"]],
])("the gray %j is a problem, and the default is used", (gray) => {
	const { theme, problems } = resolveTheme({ gray });

	expect(theme).toEqual(DEFAULT_THEME);
	expect(problems).toHaveLength(1);
});

test("every scale of Tailwind's has a name here, and every name a scale", () => {
	const scales = Object.entries(colors).filter(([, value]) => typeof value === "object");

	const names = PRIMARY_COLORS.filter((name) => name !== "cool");

	expect(names.toSorted()).toEqual(scales.map(([name]) => name).toSorted());
	expect(GRAY_COLORS.every((name) => PRIMARY_COLORS.includes(name))).toBe(true);
});
