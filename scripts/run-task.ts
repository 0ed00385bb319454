import { taskRunner } from "./start/task-runner.ts";

// Runs a task of a service with the service's environment: `run-task.ts {site | analytics} {task} [words]`.
const [, , service, ...words] = process.argv;
const run = await taskRunner(service === "site" ? "site" : "analytics");
process.exitCode = run(words).status ?? 1;
