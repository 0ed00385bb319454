import { VISIT_TRAITS } from "../../protocol/visit-traits.ts";
import type { ClickHouseAddress } from "./clickhouse-address.ts";

/** A migration of the schema, with one statement. Only append steps. */
export interface ClickHouseStep {
	readonly version: number;
	readonly statement: string;
}

type Place = Pick<ClickHouseAddress, "database" | "cluster">;

/**
 * Events are sorted by visitor and session within a day, so that repeated values of a visit compress well. An event
 * sent twice has the same key and becomes one row. `number` is its position in the queue. `session` is the client's,
 * and `visitor` is the daily visitor's; 0: none.
 *
 * `properties` has the text of every property, as questions compare it; `body` has them as they were sent,
 * for exports.
 */
export function clickHouseSteps(place: Place): readonly ClickHouseStep[] {
	const traits = VISIT_TRAITS.map((trait) => `${trait} LowCardinality(Nullable(String))`);
	const statements = [
		...createTable(place, {
			name: "events",
			columns: [
				"source LowCardinality(String)",
				"number UInt64 CODEC(Delta, ZSTD(1))",
				"uuid UUID",
				"day Date CODEC(Delta, ZSTD(1))",
				"visitor UInt64 CODEC(ZSTD(1))",
				"at Int64 CODEC(Delta, ZSTD(1))",
				"received_at Int64 CODEC(Delta, ZSTD(1))",
				"event LowCardinality(String)",
				"distinct_id String CODEC(ZSTD(1))",
				"bot LowCardinality(String)",
				"page LowCardinality(Nullable(String))",
				"status LowCardinality(Nullable(String))",
				"session UInt64 CODEC(ZSTD(1))",
				...traits,
				"properties JSON",
				"body String CODEC(ZSTD(3))",
				"person_change String CODEC(ZSTD(1))",
				"revision UInt64 CODEC(ZSTD(1))",
				"timestamp DateTime64(3, 'UTC') ALIAS fromUnixTimestamp64Milli(at, 'UTC')",
			],
			version: "revision",
			order: "day, visitor, at, uuid",
			partition: "toYYYYMM(day)",
			// Retries repeat the newest block. 100 leaves a margin.
			window: 100,
			shard: "cityHash64(visitor, distinct_id)",
		}),
		...createTable(place, {
			name: "person_ids",
			columns: ["distinct_id String", "person UInt64", "sequence UInt64"],
			version: "sequence",
			order: "distinct_id",
			partition: undefined,
			window: 0,
			shard: "cityHash64(distinct_id)",
		}),
		// Rows of earlier versions have sessions of another kind. The shipper sends all events again.
		`DELETE FROM ${localTable(place, "events")}${onCluster(place.cluster)} WHERE true`,
	];
	return statements.map((statement, index) => ({ version: index + 1, statement }));
}

/** Creates the table of applied steps. It is read before the first step, so it cannot be a step itself. */
export function stepsTable({ database, cluster }: Place): string {
	return `CREATE TABLE IF NOT EXISTS ${database}.schema_steps${onCluster(cluster)}
		(version UInt32, made_at DateTime DEFAULT now())
		ENGINE = ${engineOf("MergeTree", undefined, cluster)} ORDER BY version`;
}

/** @returns The statement that deletes events by age. On a cluster, the rows are in the local tables. */
export function retentionStatement(place: Place, days: number): string {
	return `ALTER TABLE ${localTable(place, "events")}${onCluster(place.cluster)}
		MODIFY TTL day + toIntervalDay(${Math.ceil(days)})`;
}

/** Table for deletions: a `Distributed` table forwards only reads and inserts. */
export function localTable({ database, cluster }: Place, name: string): string {
	return `${database}.${name}${cluster === undefined ? "" : "_local"}`;
}

/** Statements for the database, the service's user and its rights. An administrator runs them once. */
export function userStatements({ database, cluster }: Place, user: string): readonly string[] {
	const on = onCluster(cluster);
	return [
		`CREATE DATABASE IF NOT EXISTS ${database}${on}`,
		`CREATE USER IF NOT EXISTS ${user}${on} IDENTIFIED BY '…'`,
		`GRANT${on} SELECT, INSERT, CREATE TABLE, ALTER DELETE, ALTER UPDATE, ALTER TTL ON ${database}.* TO ${user}`,
		...(cluster === undefined ? [] : [`GRANT${on} CLUSTER, REMOTE ON *.* TO ${user}`]),
	];
}

export function onCluster(cluster: string | undefined): string {
	return cluster === undefined ? "" : ` ON CLUSTER ${cluster}`;
}

/**
 * Smaller parts are one file each. By default, a block of events already has a file for each of a hundred
 * columns and properties, and takes ClickHouse 50% longer to store and to merge.
 */
const WIDE_PART_BYTES = 100_000_000;

interface Table {
	readonly name: string;
	readonly columns: readonly string[];
	/** Column with the version of a row: of several rows, the highest wins. */
	readonly version: string;
	readonly order: string;
	readonly partition: string | undefined;
	/** Number of recent blocks whose tokens ClickHouse remembers. */
	readonly window: number;
	/** On a cluster, the expression that selects a row's shard. */
	readonly shard: string;
}

function createTable(place: Place, table: Table): readonly string[] {
	const { database, cluster } = place;
	const { name, columns, version, order, partition, window, shard } = table;
	const local = `CREATE TABLE IF NOT EXISTS ${localTable(place, name)}${onCluster(cluster)} (
			${columns.join(",\n\t\t\t")}
		) ENGINE = ${engineOf("ReplacingMergeTree", version, cluster)}
		ORDER BY (${order})${partition === undefined ? "" : ` PARTITION BY ${partition}`}
		SETTINGS ${cluster === undefined ? "non_replicated" : "replicated"}_deduplication_window = ${window},
			min_bytes_for_wide_part = ${WIDE_PART_BYTES}`;
	if (cluster === undefined) return [local];
	return [
		local,
		`CREATE TABLE IF NOT EXISTS ${database}.${name} ON CLUSTER ${cluster} AS ${localTable(place, name)}
		ENGINE = Distributed(${cluster}, ${database}, ${name}_local, ${shard})`,
	];
}

function engineOf(
	engine: "MergeTree" | "ReplacingMergeTree",
	version: string | undefined,
	cluster: string | undefined,
): string {
	if (cluster === undefined) return `${engine}(${version ?? ""})`;
	const place = "'/clickhouse/tables/{uuid}/{shard}', '{replica}'";
	return `Replicated${engine}(${[place, ...(version === undefined ? [] : [version])].join(", ")})`;
}
