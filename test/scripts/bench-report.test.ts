import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderReport } from "../../scripts/bench/report.ts";
import { KEPT_RESULTS, REPORT_PAGES, shownReport } from "../../scripts/bench/write-report.ts";

const ROOT = join(import.meta.dirname, "../..");

test.each(
	REPORT_PAGES,
)("%s shows the figures that were measured last, and no other", async (page) => {
	const results = JSON.parse(await readFile(join(ROOT, KEPT_RESULTS), "utf8"));
	const text = await readFile(join(ROOT, page), "utf8");

	expect(shownReport(text, page)).toBe(renderReport(results).trim());
});

test("a page without the marks is named", () => {
	expect(() => shownReport("# Nothing here", "README.md")).toThrow(/"README\.md" must have/);
});
