/**
 * Splits the keys of a table at spaces, so that each word has its own entry.
 *
 * @example
 * byWord({ "js cjs mjs": "javascript" }).get("cjs"); // "javascript"
 */
export function byWord<Value>(table: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
	return new Map(
		Object.entries(table).flatMap(([words, value]) =>
			words.split(" ").map((word) => [word, value] as const),
		),
	);
}
