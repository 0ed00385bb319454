import { runTask } from "./start/run-task.ts";

// Writes the `site.yaml` of a folder of another generator, for `npm run adopt -- {folder}`.
const { status } = await runTask("site", ["adopt", ...process.argv.slice(2)]);
process.exitCode = status ?? 1;
