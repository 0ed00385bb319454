import type { DatabaseSync } from "node:sqlite";
import type { Strings } from "../dictionary/strings.ts";
import {
	DAY_MS,
	DIMENSIONS,
	type Dimension,
	type NamedTotal,
	PERIODS,
	QUARTER_MS,
	quarterOf,
	readTotals,
} from "./roll-up.ts";

const NAMES = Object.entries(DIMENSIONS) as [Dimension, number][];

/** Reads the stored totals of a day (UTC), with its quarters of an hour. */
export function readDayRows(
	{
		database,
		strings,
	}: { readonly database: DatabaseSync; readonly strings: Pick<Strings, "textOf"> },
	table: "roll_ups" | "base_totals",
	day: number,
): readonly NamedTotal[] {
	const ofDay = database.prepare(
		`SELECT * FROM ${table} WHERE period = ${PERIODS.day} AND dimension = ? AND bucket = ?`,
	);
	const quarters = database.prepare(
		`SELECT * FROM ${table} WHERE period = ${PERIODS.quarter} AND dimension = ${DIMENSIONS.all}
			AND bucket >= ? AND bucket < ?`,
	);
	return [
		...NAMES.flatMap(([dimension, number]) =>
			ofDay.all(number, day).map((row) => ({
				dimension,
				value: dimension === "all" ? "" : strings.textOf(Number(row["value"])),
				...readTotals(row),
			})),
		),
		...quarters.all(quarterOf(day * DAY_MS), quarterOf((day + 1) * DAY_MS)).map((row) => ({
			dimension: "quarter" as const,
			value: new Date(Number(row["bucket"]) * QUARTER_MS).toISOString(),
			...readTotals(row),
		})),
	];
}
