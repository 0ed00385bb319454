import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);

/** A command with `up`, `kill` and `down`, beside the project as the laboratory for containers is. */
const COMMAND =
	process.env["CLICKHOUSE_COMMAND"] ??
	resolve(import.meta.dirname, "../../../shared/clickhouse/clickhouse");

/** Without it, what needs a ClickHouse is skipped, and reported so. */
export const hasClickHouse =
	existsSync(COMMAND) && spawnSync(COMMAND, ["packages"], { stdio: "ignore" }).status === 0;

export interface TestClickHouse {
	/** With user and database, as `ANALYTICS_CLICKHOUSE_URL` has it. */
	readonly url: string;
	/** Loses the process; `up()` continues on the same data. */
	readonly kill: () => Promise<void>;
	readonly up: () => Promise<void>;
	/** Answers one statement as rows. */
	readonly rows: <Row>(statement: string) => Promise<readonly Row[]>;
	readonly remove: () => Promise<void>;
}

/** Starts a ClickHouse of a test's own, with a database that nothing else uses. */
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
			// ClickHouse's own form of an answer.
			const { data } = (await response.json()) as { readonly data: readonly Row[] };
			return data;
		},
		remove: async () => {
			await call("down");
			await rm(root, { recursive: true, force: true });
		},
	};
}
