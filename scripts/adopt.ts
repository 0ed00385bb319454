import { taskRunner } from "./start/task-runner.ts";

// Writes the `site.yaml` of a folder of another generator, for `npm run adopt -- {folder}`.
const run = await taskRunner("site");
process.exitCode = run(["adopt", ...process.argv.slice(2)]).status ?? 1;
