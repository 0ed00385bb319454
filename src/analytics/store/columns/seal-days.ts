import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { readStamps } from "../database/day-stamps.ts";
import { DAY_MS } from "../totals/roll-up.ts";
import { type BuiltFrom, buildDay } from "./build-day.ts";
import { buildProperties } from "./build-properties.ts";
import { columnsFile, columnsFolder } from "./columns-folder.ts";
import { hasStamp, writeDay } from "./day-file.ts";

export interface SealOptions {
	readonly from: BuiltFrom;
	/** The SQLite file. */
	readonly storePath: string;
	/** Today, which is not sealed: whole days since the Unix epoch. */
	readonly today: number;
	/** Maximum number of days. */
	readonly limit: number;
}

/**
 * Writes the column files of days that are over and have no current file, the newest first. Removes files of
 * days without events, outdated files and temporary files.
 *
 * @returns Whether there may be more days to seal.
 */
export function sealDays({ from, storePath, today, limit }: SealOptions): boolean {
	const folder = columnsFolder(storePath);
	const { database } = from;
	const stampOf = readAllStamps(database);
	const days = daysWithEvents(database, today);
	if (!existsSync(folder)) {
		if (days.size === 0) return false;
		// Without its parents: a data folder that was deleted must stay missing.
		mkdirSync(folder, { mode: 0o700 });
	}
	const current = removeOutdated(folder, (day) => (days.has(day) ? stampOf(day) : undefined));
	const due = [...days].toSorted((a, b) => b - a).filter((day) => !current.has(day));
	for (const day of due.slice(0, limit)) sealDay(columnsFile(folder, day), from, day);
	return due.length > limit;
}

/** Removes the files of days at once, in the same step as an erasure. */
export function removeDays(storePath: string, days: Iterable<number>): void {
	const folder = columnsFolder(storePath);
	for (const day of days) rmSync(columnsFile(folder, day), { force: true });
}

function sealDay(path: string, from: BuiltFrom, day: number): void {
	const { database } = from;
	const of = { day, isOfBots: false };
	const readStamp = () => readStamps(database, { from: day, to: day + 1 })(day);
	database.exec("BEGIN");
	let stamp: number;
	try {
		stamp = readStamp();
		const properties = buildProperties(from, of);
		writeDay(path, buildDay(from, of), { stamp, properties });
	} finally {
		database.exec("COMMIT");
	}
	// An erasure meanwhile has removed the earlier file; this one may have erased events.
	if (readStamp() !== stamp) rmSync(path, { force: true });
}

/** @returns The days of the current files. */
function removeOutdated(
	folder: string,
	stampOf: (day: number) => number | undefined,
): ReadonlySet<number> {
	const current = new Set<number>();
	for (const name of readdirSync(folder)) {
		const path = join(folder, name);
		const day = Number(name);
		const stamp = Number.isInteger(day) ? stampOf(day) : undefined;
		if (stamp !== undefined && hasStamp(path, { day, stamp })) current.add(day);
		else rmSync(path, { force: true });
	}
	return current;
}

function readAllStamps(database: DatabaseSync): (day: number) => number {
	return readStamps(database, { from: -MAX_DAY, to: MAX_DAY });
}

/** Beyond any date. */
const MAX_DAY = 1e9;

/** Jumps from day to day in the index. */
function daysWithEvents(database: DatabaseSync, before: number): ReadonlySet<number> {
	const next = database.prepare(
		"SELECT min(timestamp) AS at FROM events WHERE timestamp >= ? AND timestamp < ?",
	);
	const days = new Set<number>();
	let from = -8.64e15;
	for (;;) {
		const at = next.get(from, before * DAY_MS)?.["at"];
		if (typeof at !== "number") return days;
		const day = Math.floor(at / DAY_MS);
		days.add(day);
		from = (day + 1) * DAY_MS;
	}
}
