import { closeSync, existsSync, openSync } from "node:fs";
import { callerPath } from "./start/caller-path.ts";
import { copiedProjects, copiesOf } from "./start/copies.ts";
import { taskRunner } from "./start/task-runner.ts";

/** Replaces the events with a copy, for `npm run restore -- {file}`. The service must be stopped. */
async function restore(words: readonly string[]): Promise<number> {
	const [name, ...rest] = words;
	const file = callerPath(name ?? "");
	if (name === undefined || rest.length > 0 || !existsSync(file)) {
		console.error(`The argument must be one file that exists: got "${words.join(" ")}"`);
		return 1;
	}
	const run = await taskRunner("analytics");
	for (const { path, words } of copiesOf(file, copiedProjects(file))) {
		const input = openSync(path, "r");
		const { status } = run(["restore", ...words], { stdio: [input, "inherit", "inherit"] });
		closeSync(input);
		if (status !== 0) {
			console.error(`Nothing was restored from ${path}: its project is unchanged`);
			return 1;
		}
		console.log(`Restored from ${path}`);
	}
	return 0;
}

process.exitCode = await restore(process.argv.slice(2));
