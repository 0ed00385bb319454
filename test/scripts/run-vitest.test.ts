import { expect, onTestFinished, test, vi } from "vitest";
import { runVitest } from "../../scripts/test/run-vitest.ts";
import { outcomeOfVitest, type VitestReport } from "../../scripts/test/vitest-report.ts";
import { writeSiteFolder } from "../support/site-folder.ts";

test("passed, failed, skipped and planned tests of a real run are counted", async () => {
	const root = await folderWithTests(`
		test("one", () => {});
		test("two", () => {});
		test("wrong", () => { throw new Error("Wrong on purpose"); });
		test.skip("left out", () => {});
		test.todo("planned");`);

	expect(await runVitest(root, "unit", SILENT)).toEqual({ passed: 2, failed: 1, skipped: 2 });
});

test("a test file that cannot be loaded counts as one failure", async () => {
	const root = await folderWithTests(`throw new Error("Broken on purpose");`);

	expect(await runVitest(root, "unit", SILENT)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("a Vitest that does not start counts as one failure and says why", async () => {
	const root = await writeSiteFolder({ "test/vitest.config.ts": `throw new Error("No config");` });

	expect(await runVitest(root, "unit", SILENT)).toMatchObject({
		passed: 0,
		failed: 1,
		skipped: 0,
	});
});

test("a Vitest that does not end is stopped, counts as one failure and says so", async () => {
	const root = await folderWithTests(`
		test("hangs", () => { for (;;); });`);
	const error = vi.spyOn(console, "error").mockImplementation(() => {});
	onTestFinished(() => error.mockRestore());

	const outcome = await runVitest(root, "unit", { ...SILENT, limitMs: 3000 });

	expect(outcome).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
	expect(error).toHaveBeenCalledWith(expect.stringMatching(/^"vitest run .* after 3 s$/));
});

test("an error outside of every test counts as one failure", () => {
	expect(outcomeOfVitest({ ...EMPTY_REPORT, numPassedTests: 5 }, 1)).toEqual({
		passed: 5,
		failed: 1,
		skipped: 0,
	});
});

const SILENT = { output: "ignore" } as const;

const EMPTY_REPORT: VitestReport = {
	numPassedTests: 0,
	numFailedTests: 0,
	numPendingTests: 0,
	numTodoTests: 0,
	testResults: [],
};

async function folderWithTests(body: string): Promise<string> {
	return writeSiteFolder({
		"test/vitest.config.ts": `export default {
			test: { projects: [{ test: { name: "unit", globals: true, include: ["test/*.test.js"] } }] },
		};`,
		"test/some.test.js": body,
	});
}
