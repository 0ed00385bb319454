import { runTask } from "./start/run-task.ts";

// Lists the kept revisions and brings one back, for `npm run revisions -- [restore {id} | release | accept]`.
const { status } = await runTask("site", ["revisions", ...process.argv.slice(2)]);
process.exitCode = status ?? 1;
