import { taskRunner } from "./start/task-runner.ts";

// Makes a link to a hidden page: `npm run preview-link -- /path [hours]`. Only the server reads the secret.
const run = await taskRunner("site");
process.exitCode = run(["preview-link", ...process.argv.slice(2)]).status ?? 1;
