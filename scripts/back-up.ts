import { closeSync, openSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { copyOf } from "./start/copies.ts";
import { runTask } from "./start/run-task.ts";

/** Copies what cannot be created again, for `npm run back-up -- {file}`, while the service runs. */
async function backUp(words: readonly string[]): Promise<number> {
	const [name, ...rest] = words;
	if (name === undefined || rest.length > 0) {
		console.error(`The words must be one file: got "${words.join(" ")}"`);
		return 1;
	}
	const file = resolve(name);
	const listed = await runTask("analytics", ["projects"], {
		stdio: ["ignore", "pipe", "inherit"],
		encoding: "utf8",
	});
	if (listed.status !== 0) return 1;
	const projects = String(listed.stdout).split("\n").slice(0, -1);
	const copies = [
		...projects.map((id) => ({ path: copyOf(file, id), project: [id] })),
		{ path: file, project: [] },
	];
	try {
		for (const { path, project } of copies) {
			if (!(await copyTo(`${path}.part`, project))) return 1;
		}
		// Copies take their names when all are whole, so that the last good ones stay if one fails.
		for (const { path } of copies) renameSync(`${path}.part`, path);
	} finally {
		for (const { path } of copies) rmSync(`${path}.part`, { force: true });
	}
	console.log(`Backed up to ${file}`);
	return 0;
}

async function copyTo(path: string, project: readonly string[]): Promise<boolean> {
	const output = openSync(path, "w", 0o600);
	try {
		const { status } = await runTask("analytics", ["back-up", ...project], {
			stdio: ["ignore", output, "inherit"],
		});
		return status === 0;
	} finally {
		closeSync(output);
	}
}

process.exitCode = await backUp(process.argv.slice(2));
