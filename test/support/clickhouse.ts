import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);

/** Command with `up`, `kill` and `down`, in a folder beside the project, like the container laboratory. */
const COMMAND =
	process.env["CLICKHOUSE_COMMAND"] ??
	resolve(import.meta.dirname, "../../../shared/clickhouse/clickhouse");

/** Without it, tests that need ClickHouse are reported as skipped. */
export const hasClickHouse =
	existsSync(COMMAND) && spawnSync(COMMAND, ["packages"], { stdio: "ignore" }).status === 0;

export interface TestClickHouse {
	/** URL with user and database, in the form of `ANALYTICS_CLICKHOUSE_URL`. */
	readonly url: string;
	/** Kills the process; `up()` restarts it with the same data. */
	readonly kill: () => Promise<void>;
	readonly up: () => Promise<void>;
	/** Runs a statement and returns its rows. */
	readonly rows: <Row>(statement: string) => Promise<readonly Row[]>;
	readonly remove: () => Promise<void>;
}

/** Starts a ClickHouse for a single test, with its own database. */
export async function startClickHouse(): Promise<TestClickHouse> {
	const root = await mkdtemp(join(tmpdir(), "loggia-clickhouse-"));
	const port = await freePort();
	const env = {
		...process.env,
		CLICKHOUSE_ENGINE_ROOT: root,
		CLICKHOUSE_MAX_MEMORY_MB: "4000",
	};
	const call = async (word: string): Promise<void> => {
		await run(COMMAND, [word, "--port", String(port)], { env });
	};
	await call("up");
	const origin = `http://127.0.0.1:${port}`;
	return {
		url: `http://default@127.0.0.1:${port}/loggia`,
		up: () => call("up"),
		kill: () => call("kill"),
		rows: async <Row>(statement: string) => {
			const response = await fetch(`${origin}/?default_format=JSON`, {
				method: "POST",
				body: statement,
			});
			if (!response.ok) throw new Error(await response.text());
			// ClickHouse's JSON format.
			const { data } = (await response.json()) as { readonly data: readonly Row[] };
			return data;
		},
		remove: async () => {
			await call("down");
			await rm(root, { recursive: true, force: true });
		},
	};
}
