import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import {
	type LimitedOutput,
	type ProcessLimits,
	runLimited,
} from "../../src/platform/limited-process.ts";
import { writeSiteFolder } from "../support/site-folder.ts";

test("the output of a program that stays within its limits is returned", async () => {
	const result = await run("process.stdout.write(process.argv[2])");

	expect(result).toEqual({ kind: "done", output: Buffer.from("word") });
});

test.each([
	["time", "for (;;);", { timeMs: 300 }, "more than 0.3 s"],
	[
		"memory",
		"for (const all = [];;) all.push({ all: [...all] });",
		{},
		"more than 24 MB of memory",
	],
	["output", 'process.stdout.write("x".repeat(200_000));', {}, "more than 100000 bytes"],
])("a program that exceeds its %s is ended", async (_name, text, limits, reason) => {
	expect(await run(text, limits)).toEqual({ kind: "failed", reason });
});

test.each([
	["write a file", 'require("fs").writeFileSync("written", "")'],
	["start a process", 'require("child_process").spawnSync("true")'],
	["start a thread", 'new (require("worker_threads").Worker)("", { eval: true })'],
	["open a connection", 'require("net").connect(1, "127.0.0.1")'],
])("a program may not %s", async (_name, statement) => {
	const result = await run(
		`process.on("uncaughtException", ({ code }) => process.stdout.write(code)); ${statement};`,
	);

	expect(result).toEqual({ kind: "done", output: Buffer.from("ERR_ACCESS_DENIED") });
});

test("a program does not see the environment", async () => {
	const result = await run("process.stdout.write(Object.keys(process.env).join())");

	expect(result).toEqual({ kind: "done", output: Buffer.alloc(0) });
});

async function run(text: string, limits: Partial<ProcessLimits> = {}): Promise<LimitedOutput> {
	const folder = await writeSiteFolder({ "program.cjs": text });
	return runLimited(pathToFileURL(join(folder, "program.cjs")), ["word"], {
		timeMs: 60_000,
		memoryMb: 24,
		outputBytes: 100_000,
		...limits,
	});
}
