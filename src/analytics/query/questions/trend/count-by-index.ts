import type { DatabaseSync } from "node:sqlite";
import type { LocalRange } from "../../figures/local-range.ts";

/**
 * Counts the events of a name in each point from two indexes: one has
 * every event, the other those of bots, which are subtracted.
 *
 * @param name Number of the name; absent where no event has it.
 */
export function countByIndex(
	database: DatabaseSync,
	name: number | undefined,
	{ starts, to }: LocalRange,
): readonly number[] {
	if (name === undefined) return starts.map(() => 0);
	const inPoint = "timestamp >= ?1 AND timestamp < ?2 AND name = ?3";
	const statement = database.prepare(`
		SELECT (SELECT count(*) FROM events INDEXED BY events_by_time WHERE ${inPoint})
			- (SELECT count(*) FROM events INDEXED BY events_of_bots WHERE ${inPoint} AND bot IS NOT NULL)
			AS count
	`);
	return starts.map((start, index) =>
		Number(statement.get(start, starts[index + 1] ?? to, name)?.["count"]),
	);
}
