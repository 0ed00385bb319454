import { expect, test } from "vitest";
import { gradeOf } from "../../../src/analytics/dashboard/screens/behavior/behavior.tsx";

test.each([
	[2_500, "good"],
	[2_501, "needs improvement"],
	[4_000, "needs improvement"],
	[4_001, "poor"],
] as const)("a largest paint after %i ms is %s", (figure, grade) => {
	expect(gradeOf(figure, [2_500, 4_000])).toBe(grade);
});
