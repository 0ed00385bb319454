import type { DatabaseSync } from "node:sqlite";
import { DAY_MS, DIMENSIONS, PERIODS } from "../../store/visits/roll-up.ts";

/**
 * @returns Beginning of the day (UTC) of the first event or bot, which may be before the first
 *   visit. Milliseconds since the Unix epoch.
 */
export function firstCountedAt(database: DatabaseSync): number | undefined {
	const firstOf = database.prepare(
		`SELECT min(bucket) AS bucket FROM roll_ups WHERE period = ${PERIODS.day} AND dimension = ?`,
	);
	const days = [DIMENSIONS.event, DIMENSIONS.bot]
		.map((dimension) => firstOf.get(dimension)?.["bucket"])
		.filter((bucket) => typeof bucket === "number");
	return days.length === 0 ? undefined : Math.min(...days) * DAY_MS;
}
