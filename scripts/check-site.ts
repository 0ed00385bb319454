import { runTask } from "./start/run-task.ts";

// Lists every problem in a site folder, equal ones together, for `npm run check-site -- {folder}`.
const { status } = await runTask("site", ["check-site", ...process.argv.slice(2)]);
process.exitCode = status ?? 1;
