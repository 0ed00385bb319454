import { taskRunner } from "./start/task-runner.ts";

// Lists the kept revisions and brings one back, for `npm run revisions -- [restore {id} | release | accept]`.
const run = await taskRunner("site");
process.exitCode = run(["revisions", ...process.argv.slice(2)]).status ?? 1;
