import colors from "tailwindcss/colors";
import { expect, test } from "vitest";
import { GRAY_COLORS, PRIMARY_COLORS } from "../../../src/shared/theme/theme.ts";

test("every scale of Tailwind's has a name here, and every name a scale", () => {
	const scales = Object.entries(colors).filter(([, value]) => typeof value === "object");

	const names = PRIMARY_COLORS.filter((name) => name !== "cool");

	expect(names.toSorted()).toEqual(scales.map(([name]) => name).toSorted());
	expect(GRAY_COLORS.every((name) => PRIMARY_COLORS.includes(name))).toBe(true);
});
