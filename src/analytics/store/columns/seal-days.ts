import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { readStamps, type StampedDay } from "../database/day-stamps.ts";
import type { CountedDay, DayCounter } from "../totals/day-totals.ts";
import { type BuiltFrom, buildDay } from "./build-day.ts";
import { columnsFile, columnsFolder } from "./columns-folder.ts";
import { hasStamp, writeDay } from "./day-file.ts";

export interface SealOptions {
	readonly from: BuiltFrom & { readonly counter: DayCounter };
	/** The SQLite file. */
	readonly storePath: string;
	/** Today, which is not sealed: whole days since the Unix epoch. */
	readonly today: number;
	/** The previous step; absent: begins a pass, which also removes outdated files. */
	readonly after?: SealStep | undefined;
}

/** A step of a pass. All files come first: totals need the sessions of the days around them. */
export interface SealStep {
	readonly day: number;
	/** Totals to store; absent: the file of the day was written. */
	readonly counted: CountedDay | undefined;
}

/**
 * Writes the column file of the newest day that is over and has none, or else counts the totals of the newest day
 * that has none. Visits each day once in a pass.
 *
 * @returns `undefined` if every day is sealed.
 */
export function sealDay({ from, storePath, today, after }: SealOptions): SealStep | undefined {
	const folder = columnsFolder(storePath);
	const { database } = from;
	const stamps = readStamps(database, { from: -MAX_DAY, to: MAX_DAY });
	if (!existsSync(folder)) {
		if (![...stamps.keys()].some((day) => day < today)) return undefined;
		// Without its parents: a data folder that was deleted must stay missing.
		mkdirSync(folder, { mode: 0o700 });
	}
	if (after === undefined) removeOutdated(folder, stamps);
	const days = [...stamps].filter(([day]) => day < today).toReversed();
	const beforeStep = days.filter(([day]) => day < (after?.day ?? today));
	if (after?.counted === undefined) {
		for (const [day, { stamp }] of beforeStep) {
			const path = columnsFile(folder, day);
			if (hasStamp(path, { day, stamp })) continue;
			writeColumns(path, from, day);
			return { day, counted: undefined };
		}
	}
	for (const [day, { hasTotals }] of after?.counted === undefined ? days : beforeStep) {
		// Sessions of a day can continue on the next day.
		const counted = hasTotals || day + 1 >= today ? undefined : countTotals(from, day);
		if (counted !== undefined) return { day, counted };
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
		const built = buildDay(from, of);
		writeDay(path, built, { stamp: read, properties: built.allProperties() });
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
