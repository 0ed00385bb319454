import { taskRunner } from "./start/task-runner.ts";

// Lists the problems of a site folder, grouped, for `npm run check-site -- {folder}`.
const run = await taskRunner("site");
process.exitCode = run(["check-site", ...process.argv.slice(2)]).status ?? 1;
