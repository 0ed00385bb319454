import { closeSync, existsSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { copiedProjects, copyOf } from "./start/copies.ts";
import { runTask } from "./start/run-task.ts";

/** Puts a copy in the place of what is there, for `npm run restore -- {file}`; the service must be stopped. */
async function restore(words: readonly string[]): Promise<number> {
	const [name, ...rest] = words;
	if (name === undefined || rest.length > 0 || !existsSync(name)) {
		console.error(`The words must be one file that is there: got "${words.join(" ")}"`);
		return 1;
	}
	const file = resolve(name);
	const copies = [
		{ path: file, project: [] },
		...copiedProjects(file).map((id) => ({ path: copyOf(file, id), project: [id] })),
	];
	for (const { path, project } of copies) {
		const input = openSync(path, "r");
		const { status } = await runTask("analytics", ["restore", ...project], {
			stdio: [input, "inherit", "inherit"],
		});
		closeSync(input);
		if (status !== 0) {
			console.error(`What ${path} is to take the place of is as it was`);
			return 1;
		}
		console.log(`Restored from ${path}`);
	}
	return 0;
}

process.exitCode = await restore(process.argv.slice(2));
