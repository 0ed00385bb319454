import { callerPath } from "./start/caller-path.ts";
import { taskRunner } from "./start/task-runner.ts";

// Lists the problems of a site folder, grouped, for `npm run check-site -- {folder}`.
const run = await taskRunner("site");
// Relative names are names in the folder of the caller.
process.exitCode =
	run(["check-site", ...process.argv.slice(2)], { cwd: callerPath("") }).status ?? 1;
