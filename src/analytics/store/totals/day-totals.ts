import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "../database/transaction.ts";
import type { Strings } from "../texts/strings.ts";
import {
	addTotals,
	DAY_MS,
	DIMENSIONS,
	NO_TOTALS,
	PERIODS,
	QUARTER_MS,
	readTotals,
	TOTALS_COLUMNS,
	type Totals,
} from "./roll-up.ts";
import { RollUpWriter } from "./roll-up-writer.ts";

/** A total of a day, with its texts. */
export interface NamedTotal extends Totals {
	readonly dimension: keyof typeof DIMENSIONS | "quarter";
	/** Empty for everything together; for a quarter of an hour, its beginning in ISO 8601. */
	readonly value: string;
}

/** Days since the Unix epoch, UTC. */
export interface DayTotals {
	/** @returns The first day of which retention has deleted no event. */
	readonly firstWholeDay: () => number;
	/** @returns Days of the range, `to` not included, that have totals, and no events or not all of them. */
	readonly withoutEvents: (range: {
		readonly from: number;
		readonly to: number;
	}) => Iterable<number>;
	readonly of: (day: number) => readonly NamedTotal[];
	/**
	 * Adds totals to a day, unless the day has any of these figures already: sent twice, they count once.
	 *
	 * @returns Whether they were added.
	 */
	readonly add: (day: number, totals: readonly NamedTotal[]) => boolean;
}

const QUARTERS_PER_DAY = DAY_MS / QUARTER_MS;

export function createDayTotals(database: DatabaseSync, strings: Strings): DayTotals {
	const rollUps = new RollUpWriter(database);
	const statements = prepareStatements(database);
	const dimensions = Object.entries(DIMENSIONS) as [keyof typeof DIMENSIONS, number][];
	const firstWholeDay = (): number =>
		Math.ceil(Number(statements.deletedBefore.get()?.["value"] ?? -Infinity) / DAY_MS);
	const nextDay = (day: number): number =>
		Math.min(
			...dimensions.map(([, number]) =>
				Number(statements.next.get(number, day)?.["bucket"] ?? Infinity),
			),
		);
	const isTaken = (day: number, totals: readonly NamedTotal[]): boolean => {
		for (const [dimension, own] of Map.groupBy(totals, (total) => total.dimension)) {
			if (dimension === "quarter") continue;
			const known = readTotals(statements.sum.get(DIMENSIONS[dimension], day) ?? {});
			const figures = Object.keys(NO_TOTALS) as (keyof Totals)[];
			const added = own.reduce((sum, total) => addTotals(sum, total), { ...NO_TOTALS });
			if (figures.some((figure) => known[figure] !== 0 && added[figure] !== 0)) return true;
		}
		return false;
	};
	const gather = (day: number, { dimension, value, ...totals }: NamedTotal): void => {
		const sum =
			dimension === "quarter"
				? rollUps.ofQuarter(Math.floor(Date.parse(value) / QUARTER_MS))
				: rollUps.ofDay({
						day,
						dimension: DIMENSIONS[dimension],
						value: dimension === "all" ? 0 : strings.idOf(value),
					});
		addTotals(sum, totals);
	};
	return {
		firstWholeDay,
		*withoutEvents({ from, to }) {
			const whole = firstWholeDay();
			for (let day = nextDay(from); day < to; day = nextDay(day + 1)) {
				const hasEvents = statements.event.get(day * DAY_MS, (day + 1) * DAY_MS) !== undefined;
				if (day < whole || !hasEvents) yield day;
			}
		},
		of: (day) => [
			...dimensions.flatMap(([dimension, number]) =>
				statements.ofDay.all(number, day).map((row) => ({
					dimension,
					value: dimension === "all" ? "" : strings.textOf(Number(row["value"])),
					...readTotals(row),
				})),
			),
			...statements.ofQuarters
				.all(day * QUARTERS_PER_DAY, (day + 1) * QUARTERS_PER_DAY)
				.map((row) => ({
					dimension: "quarter" as const,
					value: new Date(Number(row["bucket"]) * QUARTER_MS).toISOString(),
					...readTotals(row),
				})),
		],
		add: (day, totals) => {
			try {
				return inTransaction(database, () => {
					if (isTaken(day, totals)) return false;
					for (const total of totals) gather(day, total);
					rollUps.flush();
					return true;
				});
			} catch (error) {
				rollUps.forget();
				strings.forget();
				throw error;
			}
		},
	};
}

function prepareStatements(database: DatabaseSync) {
	const ofDay = `FROM roll_ups WHERE period = ${PERIODS.day} AND dimension = ?`;
	return {
		deletedBefore: database.prepare(
			"SELECT value FROM settings WHERE key = 'events-deleted-before'",
		),
		next: database.prepare(`SELECT min(bucket) AS bucket ${ofDay} AND bucket >= ?`),
		event: database.prepare("SELECT 1 FROM events WHERE timestamp >= ? AND timestamp < ? LIMIT 1"),
		ofDay: database.prepare(`SELECT value, ${TOTALS_COLUMNS} ${ofDay} AND bucket = ?`),
		ofQuarters: database.prepare(`
			SELECT bucket, ${TOTALS_COLUMNS} FROM roll_ups
			WHERE period = ${PERIODS.quarter} AND dimension = ${DIMENSIONS.all} AND bucket >= ? AND bucket < ?
		`),
		sum: database.prepare(`
			SELECT sum(views) AS views, sum(visitors) AS visitors, sum(sessions) AS sessions,
				sum(bounces) AS bounces, sum(duration_ms) AS duration_ms
			${ofDay} AND bucket = ?
		`),
	};
}
