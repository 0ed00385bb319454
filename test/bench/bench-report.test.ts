import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
	BROWSER_REPORT,
	SERVER_REPORT,
	type StoredReport,
	shownReport,
} from "../../bench/write-report.ts";

const ROOT = join(import.meta.dirname, "../..");

describeReport(SERVER_REPORT);
describeReport(BROWSER_REPORT);

function describeReport<Results>(report: StoredReport<Results>): void {
	describe(`results of ${report.command}`, () => {
		test.each(report.pages)("$page shows the stored results", async ({ page, render }) => {
			const results = JSON.parse(await readFile(join(ROOT, report.resultsFile), "utf8"));
			const text = await readFile(join(ROOT, page), "utf8");

			expect(shownReport(text, page, report)).toBe(render(results).trim());
		});
	});
}

test("the error names a page without marks", () => {
	expect(() => shownReport("# Nothing here", "README.md", SERVER_REPORT)).toThrow(
		/"README\.md" must have/,
	);
});
