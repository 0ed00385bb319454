import type { DatabaseSync } from "node:sqlite";
import { DIMENSIONS, PERIODS, QUARTER_MS } from "../../store/roll-up.ts";

/** @returns When anything was first counted, to the quarter of an hour. Milliseconds since the Unix epoch. */
export function firstCountedAt(database: DatabaseSync): number | undefined {
	const first = database
		.prepare(
			`SELECT min(bucket) AS bucket FROM roll_ups WHERE period = ${PERIODS.quarter} AND dimension = ${DIMENSIONS.all}`,
		)
		.get()?.["bucket"];
	return typeof first === "number" ? first * QUARTER_MS : undefined;
}
