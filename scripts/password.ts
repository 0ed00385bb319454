import { taskRunner } from "./start/task-runner.ts";

// Creates a new password for the dashboard, for `npm run password`.
const run = await taskRunner("analytics");
process.exitCode = run(["password", ...process.argv.slice(2)]).status ?? 1;
