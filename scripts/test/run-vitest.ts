import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failedBecause, type Outcome } from "./outcome.ts";
import { type CommandOptions, runCommand } from "./run-command.ts";
import { outcomeOfVitest, type VitestReport } from "./vitest-report.ts";

/** Runs one project of `test/vitest.config.ts` and counts its tests. */
export async function runVitest(
	root: string,
	project: string,
	command: CommandOptions = {},
): Promise<Outcome> {
	const folder = await mkdtemp(join(tmpdir(), "loggia-test-"));
	try {
		const file = join(folder, "report.json");
		const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
		const options = ["--config=test/vitest.config.ts", `--project=${project}`, ...reporters];
		const exitCode = await runCommand(root, ["vitest", "run", ...options], command);
		// Written by the Vitest of our own lock file, whose form a test holds fast.
		const report: VitestReport = JSON.parse(await readFile(file, "utf8"));
		return outcomeOfVitest(report, exitCode);
	} catch (error) {
		return failedBecause(`Vitest left no report of the project "${project}": ${error}`);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
