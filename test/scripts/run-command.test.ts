import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runCommand } from "../../scripts/test/run-command.ts";
import { writeSiteFolder } from "../support/site-folder.ts";

const SILENT = { output: "ignore" } as const;

/** Writes down the id of a process that it leaves behind. */
const LEAVES_ONE_BEHIND = `
	import { spawn } from "node:child_process";
	import { writeFileSync } from "node:fs";
	const { pid } = spawn("sleep", ["1000"], { stdio: "ignore" });
	writeFileSync("pid", String(pid));
`;

test("the exit code is that of the command", async () => {
	expect(await runCommand(".", ["sh", "-c", "exit 3"], SILENT)).toBe(3);
	expect(await runCommand(".", ["sh", "-c", "kill -9 $$"], SILENT)).toBe(1);
});

test("a command that is not there counts as failed and is named", async () => {
	const error = silenceErrors();

	expect(await runCommand(".", ["no-such-command"], SILENT)).toBe(1);
	expect(error).toHaveBeenCalledWith(expect.stringMatching(/^"no-such-command" could not/));
});

test("what a command leaves behind ends with it", async () => {
	const root = await writeSiteFolder({ "run.mjs": `${LEAVES_ONE_BEHIND} process.exit(0);` });

	expect(await runCommand(root, ["node", "run.mjs"], SILENT)).toBe(0);
	await expect.poll(() => hasEnded(root)).toBe(true);
});

test("a command that does not end is stopped with what it started", async () => {
	const root = await writeSiteFolder({
		"run.mjs": `process.on("SIGTERM", () => process.exit(7)); ${LEAVES_ONE_BEHIND} setInterval(() => {}, 1000);`,
	});
	const error = silenceErrors();

	expect(await runCommand(root, ["node", "run.mjs"], { ...SILENT, limitMs: 2000 })).toBe(7);
	expect(error).toHaveBeenCalledWith('"node run.mjs" was stopped: it had not ended after 2 s');
	await expect.poll(() => hasEnded(root)).toBe(true);
});

function silenceErrors(): typeof console.error {
	const error = vi.spyOn(console, "error").mockImplementation(() => {});
	onTestFinished(() => error.mockRestore());
	return error;
}

/** A process that ended may stay in the table until somebody asks for its exit code. */
async function hasEnded(root: string): Promise<boolean> {
	const pid = await readFile(join(root, "pid"), "utf8");
	const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "gone) Z");
	return /\) [ZX]/.test(status);
}
