import { LRUCache } from "lru-cache";
import { readStamps } from "../database/day-stamps.ts";
import { type BuiltDay, type BuiltFrom, buildDay } from "./build-day.ts";
import { columnsFile, columnsFolder } from "./columns-folder.ts";
import type { DayColumns, SessionTable } from "./day-columns.ts";
import { openDay } from "./day-file.ts";
import { joinSessions } from "./join-sessions.ts";

/** About a month of 27,000 events a day. */
const MAX_CACHED_BYTES = 48_000_000;
const BYTES_PER_EVENT = 24;
const BYTES_PER_SESSION = 60;
/** Days before and after a day whose events can belong to its sessions. */
const MARGIN = { before: 2, after: 1 };

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

export type ColumnsReader = ReturnType<typeof createColumnsReader>;

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
		// Bots are few, so their events have no file. A part of a day has none either.
		if (of.isOfBots || of.after !== undefined) return build();
		return openDay(columnsFile(folder, of.day), { day: of.day, stamp }, build) ?? build();
	};
	const cached = (of: BuiltDay, stamp: number): DayColumns => {
		const key = `${of.day} ${of.isOfBots} ${of.after}`;
		const known = cache.get(key);
		if (known?.stamp === stamp) return known.columns;
		const columns = read(of, stamp);
		cache.set(key, { columns, stamp });
		return columns;
	};
	/** Reads stamps once for a range, with the days around it. */
	const openRange = ({ from: first, to }: Pick<DayRange, "from" | "to">) => {
		const range = { from: first - MARGIN.before, to: to + MARGIN.after };
		const stamps = readStamps(from.database, range);
		const own = (of: BuiltDay): DayColumns => cached(of, stamps.get(of.day)?.stamp ?? 0);
		return (of: BuiltDay): DayColumns => {
			const columns = own(of);
			if (of.isOfBots) return columns;
			return withSessions(columns, (offset) => {
				return own({ day: of.day + offset, isOfBots: false }).sessionTable;
			});
		};
	};
	return {
		/** Yields the columns of each day, in order. Only inside a transaction: all days are of one moment. */
		*days({ from: first, to, isOfBots }: DayRange): Generator<DayColumns> {
			const read = openRange({ from: first, to });
			for (let day = first; day < to; day += 1) yield read({ day, isOfBots });
		},
		/** Reads a day, or a part of it. Only inside a transaction. */
		day: (of: BuiltDay): DayColumns => openRange({ from: of.day, to: of.day + 1 })(of),
	};
}

/** Completes the sessions of a day on first use: many questions need only the events. */
function withSessions(own: DayColumns, tableOf: (offset: -2 | -1 | 1) => SessionTable): DayColumns {
	let sessionTable: SessionTable | undefined;
	return {
		day: own.day,
		count: own.count,
		get times() {
			return own.times;
		},
		get ids() {
			return own.ids;
		},
		get sessions() {
			return own.sessions;
		},
		get sessionTable() {
			sessionTable ??= joinSessions({ own: own.sessionTable, tableOf });
			return sessionTable;
		},
		text: (name) => own.text(name),
		viewPages: () => own.viewPages(),
		property: (name) => own.property(name),
	};
}
