import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { readStamps, type StampedDay } from "../database/day-stamps.ts";
import type { CountedDay, DayCounter } from "../totals/day-totals.ts";
import { type BuiltFrom, buildDay } from "./build-day.ts";
import { buildProperties } from "./build-properties.ts";
import { columnsFile, columnsFolder } from "./columns-folder.ts";
import { hasStamp, writeDay } from "./day-file.ts";

export interface SealOptions {
	readonly from: BuiltFrom & { readonly counter: DayCounter };
	/** The SQLite file. */
	readonly storePath: string;
	/** Today, which is not sealed: whole days since the Unix epoch. */
	readonly today: number;
	/** Only earlier days; absent: begins a pass, which also removes outdated files. */
	readonly before?: number | undefined;
}

export interface SealedDay {
	readonly day: number;
	/** Totals to store; absent while sessions of the day can continue, or if the totals are current. */
	readonly counted: CountedDay | undefined;
}

/**
 * Seals the newest day that is over and has no current column file or totals.
 *
 * @returns `undefined` if every earlier day is sealed.
 */
export function sealDay({ from, storePath, today, before }: SealOptions): SealedDay | undefined {
	const folder = columnsFolder(storePath);
	const { database } = from;
	const stamps = readStamps(database, { from: -MAX_DAY, to: MAX_DAY });
	if (!existsSync(folder)) {
		if (![...stamps.keys()].some((day) => day < today)) return undefined;
		// Without its parents: a data folder that was deleted must stay missing.
		mkdirSync(folder, { mode: 0o700 });
	}
	if (before === undefined) removeOutdated(folder, stamps);
	const days = [...stamps].filter(([day]) => day < (before ?? today)).toReversed();
	for (const [day, { stamp, hasTotals }] of days) {
		const path = columnsFile(folder, day);
		const isFileDue = !hasStamp(path, { day, stamp });
		// Sessions of a day can continue on the next day.
		const areTotalsDue = !hasTotals && day + 1 < today;
		if (!isFileDue && !areTotalsDue) continue;
		if (isFileDue) writeColumns(path, from, day);
		return { day, counted: areTotalsDue ? countTotals(from, day) : undefined };
	}
	return undefined;
}

/** Beyond any date. */
const MAX_DAY = 1e9;

/** Removes the files of days at once, in the same step as an erasure. */
export function removeDays(storePath: string, days: Iterable<number>): void {
	const folder = columnsFolder(storePath);
	for (const day of days) rmSync(columnsFile(folder, day), { force: true });
}

function writeColumns(path: string, from: BuiltFrom, day: number): void {
	const { database } = from;
	const of = { day, isOfBots: false };
	const readStamp = () => readStamps(database, { from: day, to: day + 1 }).get(day)?.stamp;
	const stamp = inSnapshot(database, () => {
		const read = readStamp();
		if (read === undefined) return undefined;
		writeDay(path, buildDay(from, of), { stamp: read, properties: buildProperties(from, of) });
		return read;
	});
	// An erasure meanwhile has removed the earlier file; this one may have erased events.
	if (readStamp() !== stamp) rmSync(path, { force: true });
}

function countTotals({ database, counter }: SealOptions["from"], day: number) {
	return inSnapshot(database, () => {
		const stamped = readStamps(database, { from: day, to: day + 1 }).get(day);
		return stamped && { day, key: stamped.key, totals: counter()(day, stamped) };
	});
}

function inSnapshot<Result>(database: DatabaseSync, read: () => Result): Result {
	database.exec("BEGIN");
	try {
		return read();
	} finally {
		database.exec("COMMIT");
	}
}

/** Removes files of days without events, outdated files and temporary files. */
function removeOutdated(folder: string, stamps: ReadonlyMap<number, StampedDay>): void {
	for (const name of readdirSync(folder)) {
		const path = join(folder, name);
		const day = Number(name);
		const stamp = stamps.get(day)?.stamp;
		if (stamp === undefined || !hasStamp(path, { day, stamp })) rmSync(path, { force: true });
	}
}
