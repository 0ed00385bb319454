import { Readable } from "node:stream";
import type { ClickHouseAddress } from "./clickhouse-address.ts";
import { clickHouseSteps, retentionStatement, stepsTable } from "./schema.ts";

/** Rows of a block to insert. */
export interface RowsToInsert {
	readonly table: "events" | "person_ids";
	/** Column names, in the order of a row's fields. */
	readonly columns: readonly [string, ...string[]];
	/** Lines of `tabSeparated()`, in chunks. */
	readonly rows: readonly Uint8Array[];
	/** ClickHouse ignores a block with a known token. */
	readonly token: string | undefined;
}

/** Client of ClickHouse. Every call rejects if ClickHouse does not respond. */
export type ClickHouse = Awaited<ReturnType<typeof connectClickHouse>>;

/** Longer than any query may take, shorter than a user waits. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Loads the client library, which no other module loads. Sends no request yet. */
export async function connectClickHouse(address: ClickHouseAddress) {
	const { createClient } = await import("@clickhouse/client");
	const { url, user, password, database } = address;
	const client = createClient({
		url,
		username: user,
		password,
		request_timeout: REQUEST_TIMEOUT_MS,
		max_open_connections: 8,
		application: "loggia",
		log: { LoggerClass: SilentLogger },
	});
	/** Runs a statement without a result. */
	const command = async (query: string): Promise<void> => {
		await client.command({ query });
	};
	/** @param signal Cancels the statement, in ClickHouse too. */
	const rows = async <Row>(query: string, signal?: AbortSignal): Promise<readonly Row[]> => {
		const answer = await client.query({
			query,
			format: "JSONEachRow",
			...(signal === undefined ? {} : { abort_signal: signal }),
			clickhouse_settings: QUERY_SETTINGS,
		});
		return answer.json<Row>();
	};
	let retentionDays: number | undefined;
	return {
		address,
		command,
		rows,
		/** Creates missing parts of the schema. */
		prepare: async (): Promise<void> => {
			const known = await rows<{ readonly name: string }>("SELECT name FROM system.databases");
			if (!known.some(({ name }) => name === database)) {
				await command(`CREATE DATABASE IF NOT EXISTS ${database}`);
			}
			await command(stepsTable(address));
			const [made] = await rows<{ readonly version: number }>(
				`SELECT max(version) AS version FROM ${database}.schema_steps`,
			);
			for (const { version, statement } of clickHouseSteps(address)) {
				if (version <= (made?.version ?? 0)) continue;
				await command(statement);
				await command(`INSERT INTO ${database}.schema_steps (version) VALUES (${version})`);
			}
		},
		/** Resolves when the rows are stored. */
		insert: async ({ table, columns, rows, token }: RowsToInsert): Promise<void> => {
			await client.insert({
				table: `${database}.${table}`,
				columns: [...columns],
				// Sends the bytes unchanged, without a copy.
				values: Readable.from(rows, { objectMode: false }),
				format: "TabSeparated",
				clickhouse_settings: {
					...INSERT_SETTINGS,
					...(token === undefined ? {} : { insert_deduplication_token: token }),
				},
			});
		},
		/** @param days Age in days after which ClickHouse deletes events. */
		setRetention: async (days: number): Promise<void> => {
			if (days === retentionDays) return;
			await command(retentionStatement(address, days));
			retentionDays = days;
		},
		close: (): Promise<void> => client.close(),
	};
}

/** An insert returns after the block is stored, as one part. Text that looks like a date stays text. */
const INSERT_SETTINGS = {
	async_insert: 0,
	input_format_try_infer_dates: 0,
	input_format_try_infer_datetimes: 0,
	insert_distributed_sync: 1,
} as const;

const QUERY_SETTINGS = {
	enable_named_columns_in_function_tuple: 1,
	output_format_json_quote_64bit_integers: 0,
	output_format_json_escape_forward_slashes: 0,
	optimize_aggregation_in_order: 1,
	cancel_http_readonly_queries_on_client_close: 1,
} as const;

/** The caller reports errors. */
class SilentLogger {
	trace(): void {}
	debug(): void {}
	info(): void {}
	warn(): void {}
	error(): void {}
}
