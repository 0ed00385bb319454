import type { DatabaseSync } from "node:sqlite";
import type { Strings } from "../events/strings.ts";
import {
	addTotals,
	DAY_MS,
	DIMENSIONS,
	NO_TOTALS,
	PERIODS,
	QUARTER_MS,
	type Totals,
} from "../visits/roll-up.ts";
import { type DayCount, nameOfKey, type TotalKey } from "./day-count.ts";

/** A total of a day, with its texts. */
export interface NamedTotal extends Totals {
	/** A name of `DIMENSIONS`, or `quarter`. */
	readonly dimension: keyof typeof DIMENSIONS | "quarter";
	/** Empty for everything together; for a quarter, its beginning in ISO 8601. */
	readonly value: string;
}

export interface UncoveredTotals {
	/**
	 * What the day's totals have beyond what its events give: of events that retention or an erasure
	 * took, and of imported totals.
	 */
	readonly of: (day: number, count: DayCount) => readonly NamedTotal[];
	/** @returns The first day from `day` on that has any total. */
	readonly nextDay: (day: number) => number | undefined;
}

const QUARTERS_PER_DAY = DAY_MS / QUARTER_MS;

export function createUncoveredTotals(database: DatabaseSync, strings: Strings): UncoveredTotals {
	const columns = "dimension, value, bucket, views, visitors, sessions, bounces, duration_ms";
	const ofDay = database.prepare(`
		SELECT ${columns} FROM roll_ups WHERE period = ${PERIODS.day} AND dimension = ? AND bucket = ?
	`);
	const ofQuarters = database.prepare(`
		SELECT ${columns} FROM roll_ups
		WHERE period = ${PERIODS.quarter} AND dimension = ${DIMENSIONS.all} AND bucket >= ? AND bucket < ?
	`);
	const next = database.prepare(`
		SELECT min(bucket) AS bucket FROM roll_ups
		WHERE period = ${PERIODS.day} AND dimension = ? AND bucket >= ?
	`);
	const dimensions = Object.entries(DIMENSIONS) as [keyof typeof DIMENSIONS, number][];
	const names = new Map(dimensions.map(([name, number]) => [number, name]));

	const named = ({ dimension, value }: TotalKey): Pick<NamedTotal, "dimension" | "value"> => {
		const name = dimension === undefined ? undefined : names.get(dimension);
		if (name === undefined) {
			return { dimension: "quarter", value: new Date(value * QUARTER_MS).toISOString() };
		}
		return { dimension: name, value: name === "all" ? "" : strings.textOf(value) };
	};
	const storedOf = (day: number): readonly (readonly [TotalKey, Totals])[] => [
		...dimensions
			.flatMap(([, number]) => ofDay.all(number, day))
			.map((row) => {
				const key = { dimension: Number(row["dimension"]), value: Number(row["value"]) };
				return [key, readTotals(row)] as const;
			}),
		...ofQuarters
			.all(day * QUARTERS_PER_DAY, (day + 1) * QUARTERS_PER_DAY)
			.map(
				(row) => [{ dimension: undefined, value: Number(row["bucket"]) }, readTotals(row)] as const,
			),
	];
	return {
		of: (day, count) => {
			const counted = new Map(count.finish());
			const left: NamedTotal[] = [];
			const keep = (key: TotalKey, stored: Totals, other: Totals): void => {
				const totals = { ...stored };
				addTotals(totals, other, -1);
				if (Object.values(totals).some((value) => value !== 0)) {
					left.push({ ...named(key), ...totals });
				}
			};
			for (const [key, stored] of storedOf(day)) {
				keep(key, stored, counted.get(nameOfKey(key))?.count ?? NO_TOTALS);
				counted.delete(nameOfKey(key));
			}
			for (const { key, count: totals } of counted.values()) keep(key, NO_TOTALS, totals);
			return left;
		},
		nextDay: (day) => {
			const days = dimensions
				.map(([, number]) => next.get(number, day)?.["bucket"])
				.filter((bucket) => typeof bucket === "number");
			return days.length === 0 ? undefined : Math.min(...days);
		},
	};
}

function readTotals(row: Record<string, unknown>): Totals {
	return {
		views: Number(row["views"]),
		visitors: Number(row["visitors"]),
		sessions: Number(row["sessions"]),
		bounces: Number(row["bounces"]),
		durationMs: Number(row["duration_ms"]),
	};
}
