import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createVitest } from "vitest/node";
import { sumLine, sumOf } from "./support/sum-reporter.ts";

const ROOT = join(import.meta.dirname, "..");

test("a real run is added up: tests that hold, fail and are skipped, a file that cannot be loaded, a stray error", async () => {
	const sum = await sumOfFiles({
		"two.test.ts": `
			import { expect, test } from "vitest";
			test("holds", () => {});
			test("fails", () => expect(1).toBe(2));
			test.skip("is skipped", () => {});`,
		"broken.test.ts": `import "./not-there.ts";`,
		"stray.test.ts": `
			import { test } from "vitest";
			test("holds", async () => {
				setImmediate(() => { throw new Error("outside of every test"); });
				await new Promise((resolve) => setTimeout(resolve, 50));
			});`,
	});

	expect(sum).toEqual({ passed: 2, failed: 3, skipped: 1 });
});

test.each([
	[{ passed: 3, failed: 0, skipped: 0 }, 0, "3 passed, 0 failed"],
	[{ passed: 3, failed: 2, skipped: 1 }, 1, "3 passed, 2 failed, 1 skipped"],
	// A set-up that failed before any test.
	[{ passed: 0, failed: 0, skipped: 0 }, 1, "0 passed, 1 failed"],
])("%j with exit code %i is told as %s", (sum, exitCode, line) => {
	expect(sumLine(sum, exitCode)).toBe(line);
});

async function sumOfFiles(files: Readonly<Record<string, string>>) {
	const cache = join(ROOT, "node_modules/.cache");
	await mkdir(cache, { recursive: true });
	const folder = await mkdtemp(join(cache, "sum-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
	const sums: ReturnType<typeof sumOf>[] = [];
	const vitest = await createVitest("test", {
		root: folder,
		config: false,
		watch: false,
		exclude: [],
		reporters: [
			{
				onTestRunEnd(modules, errors) {
					sums.push(sumOf(modules, errors));
				},
			},
		],
	});
	const exitCode = process.exitCode;
	try {
		await vitest.start();
	} finally {
		await vitest.close();
		// It is the exit code of the run inside.
		process.exitCode = exitCode;
	}
	return sums[0];
}
