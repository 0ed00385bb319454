import { expect, test } from "vitest";
import { renderSummary, renderTable } from "../../scripts/test/summary.ts";

test("the last line is the sum of all checks", () => {
	expect(renderSummary([result({ passed: 3 }), result({ passed: 4, failed: 2 })])).toBe(
		"7 passed, 2 failed",
	);
});

test("the last line names skipped tests only when there are some", () => {
	expect(renderSummary([result({ passed: 1, skipped: 1 })])).toBe("1 passed, 0 failed, 1 skipped");
});

test("the table has one line for each check, with its time in seconds", () => {
	const table = renderTable([result({ name: "lint", passed: 1, durationMs: 2345 })]);

	expect(table.split("\n").map((line) => line.split(/\s{2,}/))).toEqual([
		["check", "passed", "failed", "skipped", "time"],
		["lint", "1", "0", "0", "2.3 s"],
	]);
});

function result(known: Partial<Parameters<typeof renderTable>[0][number]>) {
	return { name: "unit", passed: 0, failed: 0, skipped: 0, durationMs: 0, ...known };
}
