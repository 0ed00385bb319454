import { runTask } from "./start/run-task.ts";

// Makes a link to a hidden page, for `npm run preview-link -- /path [hours]`: the server alone reads the secret.
const { status } = await runTask("site", ["preview-link", ...process.argv.slice(2)]);
process.exitCode = status ?? 1;
