import { runTask } from "./start/run-task.ts";

// Makes a new password for the dashboard, for `npm run password`.
const { status } = await runTask("analytics", ["password", ...process.argv.slice(2)]);
process.exitCode = status ?? 1;
