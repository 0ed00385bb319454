import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { DamagedFileError } from "../database/damage.ts";

/** Position of a check of the whole file, between two slices. */
export interface CheckPosition {
	/** Index in the list of walks. */
	readonly walk: number;
	/** Keys of the last row that was read; absent at the first row. */
	readonly after?: readonly SQLInputValue[] | undefined;
}

export const CHECK_START: CheckPosition = { walk: 0 };

/** About ten milliseconds. Readers close after each slice, so that the log can be truncated in between. */
const ROWS_PER_SLICE = 5_000;

/** A b-tree, read in the order of its keys. */
interface Walk {
	readonly from: string;
	readonly keys: readonly string[];
	/** Keys lower than those of every row. */
	readonly start: readonly SQLInputValue[];
	/** SQL expression: 1 for a row with valid values. */
	readonly isSound?: string;
}

const EVER = Number.MIN_SAFE_INTEGER;
const NO_BYTES = new Uint8Array();

/** Tables that are too large for one statement, with their indexes. */
const WALKS: readonly Walk[] = [
	{
		from: "events NOT INDEXED",
		keys: ["id"],
		start: [EVER],
		isSound: "json_valid(properties) AND coalesce(json_valid(person_change), 1)",
	},
	{ from: "events INDEXED BY events_by_time", keys: ["timestamp", "id"], start: [EVER, EVER] },
	{
		from: "events INDEXED BY events_by_distinct_id",
		keys: ["distinct_id", "id"],
		start: [EVER, EVER],
	},
	{ from: "events INDEXED BY sqlite_autoindex_events_1", keys: ["uuid"], start: [NO_BYTES] },
	{ from: "trait_sets NOT INDEXED", keys: ["id"], start: [EVER], isSound: "json_valid(traits)" },
	{ from: "distinct_ids NOT INDEXED", keys: ["id"], start: [EVER] },
	{ from: "distinct_ids INDEXED BY sqlite_autoindex_distinct_ids_1", keys: ["text"], start: [""] },
];

/** Tables that one statement checks. The start of the service checks all other tables. */
const CHECKED_WHOLE = ["roll_ups"];

/**
 * Checks a slice of the large tables and their indexes. A full check would delay the start of the service.
 *
 * @returns Position of the next slice, or `undefined` at the end.
 * @throws {DamagedFileError} When rows are out of order or have values that the service never writes.
 */
export function checkSlice(
	{ database }: { readonly database: DatabaseSync },
	{ walk: number, after }: CheckPosition,
): CheckPosition | undefined {
	const walk = WALKS[number];
	if (walk === undefined) {
		const table = CHECKED_WHOLE[number - WALKS.length];
		if (table === undefined) return undefined;
		checkTable(database, table);
		return { walk: number + 1 };
	}
	const { from, keys, start, isSound = "1" } = walk;
	const key = keys.join(", ");
	const parameters = keys.map(() => "?").join(", ");
	const rows = database
		.prepare(
			`SELECT ${key}, ${isSound} AS is_sound FROM ${from} WHERE (${key}) > (${parameters}) ORDER BY ${key} LIMIT ${ROWS_PER_SLICE}`,
		)
		.all(...(after ?? start));
	let last = (after ?? start)[0];
	for (const row of rows) {
		const first = row[keys[0] ?? ""] as SQLInputValue;
		if (row["is_sound"] !== 1 || !isInOrder(last, first)) {
			throw new DamagedFileError(`A row of "${from}" is damaged`);
		}
		last = first;
	}
	const lastRow = rows.at(-1);
	if (lastRow === undefined || rows.length < ROWS_PER_SLICE) return { walk: number + 1 };
	return { walk: number, after: keys.map((name) => lastRow[name] ?? null) };
}

/** @throws {DamagedFileError} When SQLite finds a damaged page or row. */
export function checkTable(database: DatabaseSync, name: string): void {
	const verdict = database.prepare(`PRAGMA quick_check(${name})`).get()?.["quick_check"];
	if (verdict !== "ok") throw new DamagedFileError(`The table "${name}" is damaged: ${verdict}`);
}

/** SQLite sorts numbers before texts, and texts before bytes. */
function isInOrder(one: SQLInputValue | undefined, other: SQLInputValue): boolean {
	const [rank, otherRank] = [rankOf(one), rankOf(other)];
	if (rank !== otherRank) return rank < otherRank;
	if (typeof one === "number" && typeof other === "number") return one <= other;
	return Buffer.compare(bytesOf(one), bytesOf(other)) <= 0;
}

function rankOf(value: SQLInputValue | undefined): number {
	return typeof value === "number" ? 0 : typeof value === "string" ? 1 : 2;
}

function bytesOf(value: SQLInputValue | undefined): Uint8Array {
	if (typeof value === "string") return Buffer.from(value);
	return value instanceof Uint8Array ? value : NO_BYTES;
}
