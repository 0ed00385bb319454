import { closeSync, openSync, renameSync, rmSync } from "node:fs";
import { callerPath } from "./start/caller-path.ts";
import { type Copy, copiesOf } from "./start/copies.ts";
import { type RunTask, taskRunner } from "./start/task-runner.ts";

/** Copies events and settings, for `npm run back-up -- {file}`, while the service runs. */
async function backUp(words: readonly string[]): Promise<number> {
	const [name, ...rest] = words;
	if (name === undefined || rest.length > 0) {
		console.error(`The argument must be one file: got "${words.join(" ")}"`);
		return 1;
	}
	const file = callerPath(name);
	const run = await taskRunner("analytics");
	const listed = run(["projects"], {
		stdio: ["ignore", "pipe", "inherit"],
		encoding: "utf8",
	});
	if (listed.status !== 0) return 1;
	const copies = copiesOf(file, String(listed.stdout).split("\n").slice(0, -1));
	try {
		for (const copy of copies) if (!makePart(copy, run)) return 1;
		// Renames the copies when all are complete: if one fails, the last good ones stay.
		for (const { path } of copies) renameSync(`${path}.part`, path);
	} finally {
		for (const { path } of copies) rmSync(`${path}.part`, { force: true });
	}
	console.log(`Backed up to ${file}`);
	return 0;
}

function makePart({ path, words }: Copy, run: RunTask): boolean {
	const output = openSync(`${path}.part`, "w", 0o600);
	try {
		return run(["back-up", ...words], { stdio: ["ignore", output, "inherit"] }).status === 0;
	} finally {
		closeSync(output);
	}
}

process.exitCode = await backUp(process.argv.slice(2));
