import { readStamps, type StampedDay } from "../database/day-stamps.ts";
import { inTransaction } from "../database/transaction.ts";
import { readDeletedBefore } from "../settings/settings.ts";
import type { StoreParts } from "../store-parts.ts";
import { readDayRows } from "./day-rows.ts";
import {
	addTotals,
	DAY_MS,
	DIMENSIONS,
	monthOfDay,
	type NamedTotal,
	NO_TOTALS,
	PERIODS,
	quarterOf,
	sumOf,
	type Totals,
} from "./roll-up.ts";
import { type RollUpTarget, RollUpWriter } from "./roll-up-writer.ts";

/**
 * Begins to count days, only inside a transaction.
 *
 * @returns A function that counts the stored events of a day whose totals do not stay without them.
 */
export type DayCounter = () => (day: number, stamped: StampedDay) => readonly NamedTotal[];

export interface DayTotalsOptions extends Pick<StoreParts, "database" | "strings" | "settings"> {
	readonly counter: DayCounter;
}

/** Totals of a day as the sealing thread has counted them. */
export interface CountedDay {
	readonly day: number;
	/** Of `StampedDay`. */
	readonly key: number;
	readonly totals: readonly NamedTotal[];
}

/**
 * Totals of whole days (UTC), counted since the Unix epoch. The totals of a day are those of its stored events and a
 * base: imported totals, and totals of events that retention has deleted.
 */
export function createDayTotals({ database, strings, settings, counter }: DayTotalsOptions) {
	const rollUps = new RollUpWriter(database);
	const sql = database.createTagStore();
	const firstWholeDay = (): number => Math.ceil(readDeletedBefore(settings) / DAY_MS);
	const nextDay = (from: number): number => {
		const found = Object.values(DIMENSIONS).map((dimension) => {
			const row = sql.get`
				SELECT min(bucket) AS day FROM roll_ups
				WHERE period = ${PERIODS.day} AND dimension = ${dimension} AND bucket >= ${from}
			`;
			return Number(row?.["day"] ?? Infinity);
		});
		return Math.min(...found);
	};
	const stampOf = (day: number): StampedDay | undefined =>
		readStamps(database, { from: day, to: day + 1 }).get(day);
	const rowsOf = (table: "roll_ups" | "base_totals", day: number) =>
		readDayRows({ database, strings }, table, day);
	/** Totals that stay without the stored events. */
	const baseOf = (day: number, stamped: StampedDay | undefined) =>
		rowsOf(stamped?.isMade === true ? "base_totals" : "roll_ups", day);
	const knownOf = (day: number): readonly NamedTotal[] => {
		const stamped = stampOf(day);
		if (stamped === undefined || stamped.hasTotals) return rowsOf("roll_ups", day);
		return [...baseOf(day, stamped), ...counter()(day, stamped)];
	};
	const targetOf = ({ dimension, value }: NamedTotal): RollUpTarget => {
		if (dimension === "quarter") return { quarter: quarterOf(Date.parse(value)) };
		return {
			dimension: DIMENSIONS[dimension],
			value: dimension === "all" ? 0 : strings.idOf(value),
		};
	};
	const change = (day: number, totals: readonly NamedTotal[], sign: 1 | -1): void => {
		for (const total of totals) addTotals(rollUps.changeOf(day, targetOf(total)), total, sign);
	};
	const replace = (day: number, totals: readonly NamedTotal[]): void => {
		change(day, rowsOf("roll_ups", day), -1);
		change(day, totals, 1);
		rollUps.flush();
		for (const dimension of Object.values(DIMENSIONS)) {
			removeZeros(PERIODS.day, dimension, day);
			removeZeros(PERIODS.month, dimension, monthOfDay(day));
		}
	};
	const removeZeros = (period: number, dimension: number, bucket: number): void => {
		sql.run`
			DELETE FROM roll_ups
			WHERE period = ${period} AND dimension = ${dimension} AND bucket = ${bucket}
				AND views = 0 AND visitors = 0 AND sessions = 0 AND bounces = 0 AND duration_ms = 0
		`;
	};
	const setBase = (day: number, totals: readonly NamedTotal[]): void => {
		sql.run`DELETE FROM base_totals WHERE period = ${PERIODS.day} AND bucket = ${day}`;
		sql.run`
			DELETE FROM base_totals WHERE period = ${PERIODS.quarter}
				AND bucket >= ${quarterOf(day * DAY_MS)} AND bucket < ${quarterOf((day + 1) * DAY_MS)}
		`;
		for (const total of totals) {
			const target = targetOf(total);
			const [period, dimension, bucket, value] =
				"quarter" in target
					? [PERIODS.quarter, DIMENSIONS.all, target.quarter, 0]
					: [PERIODS.day, target.dimension, day, target.value];
			sql.run`
				INSERT INTO base_totals VALUES (${period}, ${dimension}, ${bucket}, ${value}, ${total.views},
					${total.visitors}, ${total.sessions}, ${total.bounces}, ${total.durationMs})
			`;
		}
	};
	/** Only inside a transaction, as every function below. */
	const make = (day: number, stamped: StampedDay, totals: readonly NamedTotal[]): void => {
		const base = baseOf(day, stamped);
		if (!stamped.isMade && base.length > 0) setBase(day, base);
		replace(day, [...base, ...totals]);
		sql.run`UPDATE day_stamps SET totals_of = ${stamped.key} WHERE day = ${day}`;
	};
	/** Makes the totals of a day stay when its events are deleted. */
	const keep = (day: number): void => {
		const stamped = stampOf(day);
		if (stamped === undefined) return;
		const newer = sql.get`
			SELECT 1 FROM events WHERE timestamp >= ${day * DAY_MS} AND timestamp < ${(day + 1) * DAY_MS}
				AND id > ${stamped.countedTo} LIMIT 1
		`;
		if (newer === undefined) return;
		if (!stamped.hasTotals) make(day, stamped, counter()(day, stamped));
		setBase(day, []);
		// Later events must get higher numbers, even if the newest events are deleted.
		sql.run`
			INSERT INTO settings (key, value) SELECT 'highest-event', max(id) FROM events WHERE true
			ON CONFLICT DO UPDATE SET value = max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))
		`;
		sql.run`
			UPDATE day_stamps SET totals_of = NULL, counted_to = (SELECT max(id) FROM events)
			WHERE day = ${day}
		`;
	};
	const write = <Result>(work: () => Result): Result => {
		try {
			return inTransaction(database, work);
		} catch (error) {
			rollUps.forget();
			strings.forget();
			throw error;
		}
	};
	return {
		/** @returns The first day without events deleted by retention. */
		firstWholeDay,
		/** @returns Days of the range, `to` excluded, that have totals but lack some or all of their events. */
		*withoutEvents({ from, to }: { readonly from: number; readonly to: number }): Iterable<number> {
			const whole = firstWholeDay();
			for (let day = nextDay(from); day < to; day = nextDay(day + 1)) {
				if (day < whole || stampOf(day) === undefined) yield day;
			}
		},
		of: knownOf,
		/**
		 * Stores the totals of a day's events.
		 *
		 * @returns Whether the events are still those that were counted.
		 */
		save: ({ day, key, totals }: CountedDay): boolean =>
			write(() => {
				const stamped = stampOf(day);
				if (stamped?.key !== key) return false;
				make(day, stamped, totals);
				return true;
			}),
		/**
		 * Deletes events whose totals stay. The totals of later days stay current, though a session may lose its
		 * beginning. Only inside a transaction.
		 */
		keepWhile: <Result>(days: ReadonlySet<number>, deleteEvents: () => Result): Result => {
			const later = [...days].flatMap((day) => [day + 1, day + 2]).filter((day) => !days.has(day));
			for (const day of later) {
				const stamped = stampOf(day);
				if (stamped?.hasTotals === false) make(day, stamped, counter()(day, stamped));
			}
			for (const day of days) keep(day);
			const result = deleteEvents();
			for (const day of later) {
				sql.run`UPDATE day_stamps SET totals_of = ${stampOf(day)?.key ?? null} WHERE day = ${day}`;
			}
			return result;
		},
		/** Removes the totals of the stored events, until they are made again. Only inside a transaction. */
		drop: (day: number): void => {
			const stamped = stampOf(day);
			if (stamped?.isMade !== true) return;
			replace(day, baseOf(day, stamped));
			setBase(day, []);
			sql.run`UPDATE day_stamps SET totals_of = NULL WHERE day = ${day}`;
		},
		/**
		 * Adds totals to a day, unless it already has one of these figures: a repeated import counts once.
		 *
		 * @returns Whether the totals were added.
		 */
		add: (day: number, totals: readonly NamedTotal[]): boolean =>
			write(() => {
				if (isTaken(knownOf(day), totals)) return false;
				const stamped = stampOf(day);
				change(day, totals, 1);
				rollUps.flush();
				if (stamped?.isMade === true) setBase(day, [...rowsOf("base_totals", day), ...totals]);
				return true;
			}),
	};
}

function isTaken(known: readonly NamedTotal[], totals: readonly NamedTotal[]): boolean {
	for (const [dimension, own] of Map.groupBy(totals, (total) => total.dimension)) {
		if (dimension === "quarter") continue;
		const before = sumOf(known.filter((total) => total.dimension === dimension));
		const added = sumOf(own);
		const figures = Object.keys(NO_TOTALS) as (keyof Totals)[];
		if (figures.some((figure) => before[figure] !== 0 && added[figure] !== 0)) return true;
	}
	return false;
}
