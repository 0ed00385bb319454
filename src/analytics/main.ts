import { readAnalyticsConfig } from "./config.ts";
import { backUp } from "./tasks/back-up.ts";
import { compareClickHouse } from "./tasks/compare-clickhouse.ts";
import { listProjects } from "./tasks/list-projects.ts";
import { exitWith, orExit, storePathOf } from "./tasks/or-exit.ts";
import { restore } from "./tasks/restore.ts";
import { sendStoredHistory } from "./tasks/send-history.ts";
import { serve } from "./tasks/serve.ts";
import { setPassword } from "./tasks/set-password.ts";

const config = await orExit(() => readAnalyticsConfig(process.env));
const [, , task, ...words] = process.argv;

/** By the first word; without one, the service starts. */
const TASKS: Readonly<Record<string, () => void | Promise<void>>> = {
	projects: () => listProjects(config),
	"back-up": () => backUp(storePathOf(config, words[0])),
	restore: () => restore(storePathOf(config, words[0])),
	password: () => setPassword(config),
	"send-history": () => sendStoredHistory(config, words),
	"compare-clickhouse": () => compareClickHouse(config),
};

if (task === undefined) await serve(config);
else await (TASKS[task] ?? refuseTask)();

function refuseTask(): never {
	return exitWith(
		`The task must be ${Object.keys(TASKS).join(", ")}, or none for serving: got "${task}"`,
	);
}
