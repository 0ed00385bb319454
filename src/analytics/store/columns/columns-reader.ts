import { LRUCache } from "lru-cache";
import { readStamps } from "../database/day-stamps.ts";
import { type BuiltDay, type BuiltFrom, buildDay } from "./build-day.ts";
import { columnsFile, columnsFolder } from "./columns-folder.ts";
import type { DayColumns } from "./day-columns.ts";
import { openDay } from "./day-file.ts";

/** About a month of 27,000 events a day. */
const MAX_CACHED_BYTES = 48_000_000;
const BYTES_PER_EVENT = 24;
const BYTES_PER_SESSION = 60;

/** Days of a question, as whole days since the Unix epoch. */
export interface DayRange {
	readonly from: number;
	/** Not included. */
	readonly to: number;
	/** Only events of bots, or only other events. */
	readonly isOfBots: boolean;
}

interface CachedDay {
	readonly columns: DayColumns;
	readonly stamp: number;
}

/** @param storePath The SQLite file; the folder of columns is beside it. */
export function createColumnsReader(from: BuiltFrom, storePath: string) {
	const folder = columnsFolder(storePath);
	const cache = new LRUCache<string, CachedDay>({
		maxSize: MAX_CACHED_BYTES,
		sizeCalculation: ({ columns: { count, sessionTable } }) =>
			1 + count * BYTES_PER_EVENT + sessionTable.size * BYTES_PER_SESSION,
	});
	const read = (of: BuiltDay, stamp: number): DayColumns => {
		const build = () => buildDay(from, of);
		// Bots are few, so their events have no file.
		if (of.isOfBots) return build();
		return openDay(columnsFile(folder, of.day), { day: of.day, stamp }, build) ?? build();
	};
	return {
		/** Yields the columns of each day, in order. Only inside a transaction: all days are of one moment. */
		*days({ from: first, to, isOfBots }: DayRange): Generator<DayColumns> {
			const stampOf = readStamps(from.database, { from: first, to });
			for (let day = first; day < to; day += 1) {
				const of = { day, isOfBots };
				const stamp = stampOf(day);
				const key = `${day} ${isOfBots}`;
				const known = cache.get(key);
				const columns = known?.stamp === stamp ? known.columns : read(of, stamp);
				if (columns !== known?.columns) cache.set(key, { columns, stamp });
				yield columns;
			}
		},
	};
}
