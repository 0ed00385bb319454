import { inTransaction } from "../database/transaction.ts";
import { readDeletedBefore } from "../settings/settings.ts";
import type { StoreParts } from "../store-parts.ts";
import {
	addTotals,
	DAY_MS,
	DIMENSIONS,
	NO_TOTALS,
	PERIODS,
	QUARTER_MS,
	quarterOf,
	readTotals,
	sumOf,
	type Totals,
} from "./roll-up.ts";
import { type RollUpTarget, RollUpWriter } from "./roll-up-writer.ts";

/** A total of a day, with its names as text. */
export interface NamedTotal extends Totals {
	readonly dimension: keyof typeof DIMENSIONS | "quarter";
	/** Empty for the dimension `all`. For a quarter of an hour, its start in ISO 8601. */
	readonly value: string;
}

const QUARTERS_PER_DAY = DAY_MS / QUARTER_MS;

/** Totals of whole days, for exports and imports. Days are counted since the Unix epoch, in UTC. */
export function createDayTotals({ database, strings, settings }: StoreParts) {
	const rollUps = new RollUpWriter(database);
	const sql = database.createTagStore();
	const dimensions = Object.entries(DIMENSIONS) as [keyof typeof DIMENSIONS, number][];
	const firstWholeDay = (): number => Math.ceil(readDeletedBefore(settings) / DAY_MS);
	const nextDay = (from: number): number => {
		const found = dimensions.map(([, number]) => {
			const row = sql.get`
				SELECT min(bucket) AS day FROM roll_ups
				WHERE period = ${PERIODS.day} AND dimension = ${number} AND bucket >= ${from}
			`;
			return Number(row?.["day"] ?? Infinity);
		});
		return Math.min(...found);
	};
	const isTaken = (day: number, totals: readonly NamedTotal[]): boolean => {
		for (const [dimension, own] of Map.groupBy(totals, (total) => total.dimension)) {
			if (dimension === "quarter") continue;
			const known = sumOf(rowsOf(DIMENSIONS[dimension], day).map(readTotals));
			const added = sumOf(own);
			const figures = Object.keys(NO_TOTALS) as (keyof Totals)[];
			if (figures.some((figure) => known[figure] !== 0 && added[figure] !== 0)) return true;
		}
		return false;
	};
	const rowsOf = (dimension: number, day: number) =>
		sql.all`
			SELECT * FROM roll_ups
			WHERE period = ${PERIODS.day} AND dimension = ${dimension} AND bucket = ${day}
		`;
	const targetOf = ({ dimension, value }: NamedTotal): RollUpTarget => {
		if (dimension === "quarter") return { quarter: quarterOf(Date.parse(value)) };
		return {
			dimension: DIMENSIONS[dimension],
			value: dimension === "all" ? 0 : strings.idOf(value),
		};
	};
	return {
		/** @returns The first day without events deleted by retention. */
		firstWholeDay,
		/** @returns Days of the range, `to` excluded, that have totals but lack some or all of their events. */
		*withoutEvents({ from, to }: { readonly from: number; readonly to: number }): Iterable<number> {
			const whole = firstWholeDay();
			for (let day = nextDay(from); day < to; day = nextDay(day + 1)) {
				const event = sql.get`
					SELECT 1 FROM events
					WHERE timestamp >= ${day * DAY_MS} AND timestamp < ${(day + 1) * DAY_MS} LIMIT 1
				`;
				if (day < whole || event === undefined) yield day;
			}
		},
		of: (day: number): readonly NamedTotal[] => {
			const quarters = sql.all`
				SELECT * FROM roll_ups WHERE period = ${PERIODS.quarter} AND dimension = ${DIMENSIONS.all}
					AND bucket >= ${day * QUARTERS_PER_DAY} AND bucket < ${(day + 1) * QUARTERS_PER_DAY}
			`;
			return [
				...dimensions.flatMap(([dimension, number]) =>
					rowsOf(number, day).map((row) => ({
						dimension,
						value: dimension === "all" ? "" : strings.textOf(Number(row["value"])),
						...readTotals(row),
					})),
				),
				...quarters.map((row) => ({
					dimension: "quarter" as const,
					value: new Date(Number(row["bucket"]) * QUARTER_MS).toISOString(),
					...readTotals(row),
				})),
			];
		},
		/**
		 * Adds totals to a day, unless it already has one of these figures: a repeated import counts once.
		 *
		 * @returns Whether the totals were added.
		 */
		add: (day: number, totals: readonly NamedTotal[]): boolean => {
			try {
				return inTransaction(database, () => {
					if (isTaken(day, totals)) return false;
					for (const total of totals) addTotals(rollUps.changeOf(day, targetOf(total)), total);
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
