import type { DatabaseSync } from "node:sqlite";
import type { Strings } from "../events/strings.ts";
import { inTransaction } from "../file/transaction.ts";
import type { Settings } from "../settings/settings.ts";
import { addTotals, DIMENSIONS, QUARTER_MS } from "../visits/roll-up.ts";
import { RollUpWriter } from "../visits/roll-up-writer.ts";
import type { NamedTotal } from "./uncovered-totals.ts";

/** Totals of one day that come without events. */
export interface ImportedDay {
	/** Whole days since the Unix epoch, UTC. */
	readonly day: number;
	/** Where they come from; what comes from one of them is taken once. */
	readonly sources: readonly string[];
	/** Until when the sources had counted. Milliseconds since the Unix epoch. */
	readonly asOf: number;
	readonly totals: readonly NamedTotal[];
}

export interface ImportedTotals {
	/** @returns `false` when a day of one of the sources was there before: then nothing is added. */
	readonly add: (day: ImportedDay) => boolean;
	/** @returns Until when the source had counted that day, if its totals are in the file. */
	readonly countedUntil: (source: string, day: number) => number | undefined;
	/** @returns The sources that a day's totals are from. */
	readonly sourcesOf: (day: number) => readonly string[];
}

/** Days from the first to the last one, exported at one time. */
type Stretch = readonly [first: number, last: number, asOf: number];

export const IMPORTED_PREFIX = "totals-imported:";

export function createImportedTotals(
	database: DatabaseSync,
	strings: Strings,
	settings: Settings,
): ImportedTotals {
	const rollUps = new RollUpWriter(database);
	const keys = database.prepare(
		`SELECT key FROM settings WHERE key >= '${IMPORTED_PREFIX}' AND key < '${IMPORTED_PREFIX.slice(0, -1)};'`,
	);
	const read = (source: string): readonly Stretch[] =>
		readStretches(settings.get(IMPORTED_PREFIX + source));
	const countedUntil: ImportedTotals["countedUntil"] = (source, day) =>
		read(source).find(([first, last]) => day >= first && day <= last)?.[2];
	const gather = (day: number, { dimension, value, ...totals }: NamedTotal): void => {
		const delta =
			dimension === "quarter"
				? rollUps.ofQuarter(Math.floor(Date.parse(value) / QUARTER_MS))
				: rollUps.ofDay({
						day,
						dimension: DIMENSIONS[dimension],
						value: dimension === "all" ? 0 : strings.idOf(value),
					});
		addTotals(delta, totals);
	};
	return {
		countedUntil,
		sourcesOf: (day) =>
			keys
				.all()
				.map(({ key }) => String(key).slice(IMPORTED_PREFIX.length))
				.filter((source) => countedUntil(source, day) !== undefined),
		add: ({ day, sources, asOf, totals }) => {
			if (sources.some((source) => countedUntil(source, day) !== undefined)) return false;
			try {
				inTransaction(database, () => {
					for (const total of totals) gather(day, total);
					rollUps.flush();
					for (const source of sources) {
						settings.set(
							IMPORTED_PREFIX + source,
							JSON.stringify(withDay(read(source), day, asOf)),
						);
					}
				});
			} catch (error) {
				rollUps.forget();
				strings.forget();
				throw error;
			}
			return true;
		},
	};
}

/** Written by `add()`. */
export function readStretches(text: string | undefined): readonly Stretch[] {
	return text === undefined ? [] : (JSON.parse(text) as readonly Stretch[]);
}

/** Days mostly come in order: then the last stretch grows. */
function withDay(stretches: readonly Stretch[], day: number, asOf: number): readonly Stretch[] {
	const last = stretches.at(-1);
	if (last !== undefined && last[1] === day - 1 && last[2] === asOf) {
		return [...stretches.slice(0, -1), [last[0], day, asOf]];
	}
	return [...stretches, [day, day, asOf]];
}
