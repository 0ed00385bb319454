import { Readable } from "node:stream";
import { replacePassword } from "./auth/password.ts";
import { decryptBackUp } from "./back-ups/encrypt-back-up.ts";
import { writeBackUps } from "./back-ups/write-back-ups.ts";
import { readAnalyticsConfig } from "./config.ts";
import { backUpStore } from "./store/file/back-up-store.ts";
import { restoreStore } from "./store/file/restore-store.ts";
import { SCHEMA_VERSION } from "./store/migrations/migrations.ts";
import { FIRST_ADMIN } from "./store/settings/users.ts";
import { noteBackUp } from "./tasks/backed-up-at.ts";
import { migrate, putBackAll, setAside, tryMigrations } from "./tasks/change-version.ts";
import { compareClickHouse } from "./tasks/compare-clickhouse.ts";
import { importEvents, writeLaterEvents } from "./tasks/later-events.ts";
import {
	exitWith,
	openStoreOrExit,
	orExit,
	printProgress,
	storedProjects,
	storePathOf,
} from "./tasks/or-exit.ts";
import { sendStoredHistory } from "./tasks/send-history.ts";
import { serve } from "./tasks/serve.ts";

const config = await orExit(() => readAnalyticsConfig(process.env));
const [, , task, ...words] = process.argv;

/** Tasks by the first argument; without an argument, the service starts. */
const TASKS: Readonly<Record<string, () => void | Promise<void>>> = {
	projects: listProjects,
	"back-up": () => backUp(storePathOf(config, words[0])),
	"back-up-now": backUpNow,
	restore: () => restore(storePathOf(config, words[0])),
	"schema-version": () => print(SCHEMA_VERSION),
	migrate: () => migrate(config),
	"try-migration": () => tryMigrations(config),
	"put-back": () => putBackAll(config, words),
	"later-events": () => writeLaterEvents(storePathOf(config, words[0]), process.stdout),
	"import-events": () => storeEvents(storePathOf(config, words[0])),
	"set-aside": () => setAside(config),
	password: setPassword,
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

/** Prints the ids of the further projects, for scripts that copy their files. */
function listProjects(): void {
	for (const id of storedProjects(config)) print(id);
}

function print(value: string | number): void {
	process.stdout.write(`${value}\n`);
}

/** Writes a copy of a store to standard output. */
async function backUp(storePath: string): Promise<void> {
	try {
		await backUpStore(storePath, process.stdout);
		noteBackUp(storePath);
	} catch (error) {
		exitWith(`Nothing was backed up: "${storePath}" cannot be copied (${error})`);
	}
}

/** Writes a back-up of all projects into the folder of the schedule. */
async function backUpNow(): Promise<void> {
	const { backUpFolder: folder, backUpKey: key, backUpsKept: kept, backUpDays: keptDays } = config;
	const further = storedProjects(config).map((id) => ({ id, path: storePathOf(config, id) }));
	const stores = [{ id: undefined, path: config.storePath }, ...further];
	try {
		await writeBackUps({ folder, key, kept, keptDays, stores, now: Date.now() });
		noteBackUp(config.storePath);
	} catch (error) {
		exitWith(`Nothing was backed up to "${folder}" (${error})`);
	}
}

/** Replaces a store with the copy on standard input. */
async function restore(storePath: string): Promise<void> {
	const copy = Readable.from(decryptBackUp(process.stdin, config.backUpKey));
	const problem = await orExit(() => restoreStore(storePath, copy));
	if (problem !== undefined) exitWith(`Nothing was restored. ${problem}`);
}

/** Stores exported events of standard input. The exit status is 1 if a line is refused. */
async function storeEvents(storePath: string): Promise<void> {
	const counts = await orExit(() => importEvents(storePath, process.stdin, config));
	const refused = Object.values(counts.refused).reduce((sum, count) => sum + count, 0);
	printProgress(
		`${counts.stored} events are stored, ${counts.repeated} were there before, ${refused} lines are refused`,
	);
	if (refused > 0) exitWith(counts.problems.join("\n"));
}

/** Sets and prints a new password of the first admin. A running service accepts it at once. */
async function setPassword(): Promise<void> {
	if (config.password !== undefined) {
		exitWith("ANALYTICS_PASSWORD sets the password: change it there");
	}
	const store = openStoreOrExit(config);
	const password = await replacePassword(store.users);
	store.signIns.removeOf(FIRST_ADMIN);
	store.close();
	print(password);
}
