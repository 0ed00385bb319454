import { createReadStream, createWriteStream, existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { backUpStore } from "../store/file/back-up-store.ts";
import { restoreStore } from "../store/file/restore-store.ts";
import { decryptBackUp, encryptBackUp } from "./encrypt-back-up.ts";

export interface BackUpOptions {
	readonly folder: string;
	/** Files of all projects; the first has no id. */
	readonly stores: readonly { readonly id: string | undefined; readonly path: string }[];
	/** Passphrase; absent: the files are not encrypted. */
	readonly key: string | undefined;
	/** The number of back-ups that stay. */
	readonly kept: number;
	readonly keptDays: number;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time and project of a file: `./loggia restore` finds the projects beside the first by these names. */
const BACK_UP_FILE = /^loggia-(\d{8}-\d{6})(?:\.[0-9a-f]+)?\.sqlite$/;

/**
 * Backs up all projects, restores each copy on trial, and deletes older back-ups. A back-up gets its name when
 * every copy was restored: if one fails, the folder has the same back-ups as before.
 *
 * @throws {Error} When a copy cannot be written or restored.
 */
export async function writeBackUps(options: BackUpOptions): Promise<void> {
	const { folder, stores, key, now } = options;
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const base = join(folder, `loggia-${stampOf(now)}`);
	const copies = stores.map(({ id, path }) => ({
		path,
		part: `${base}${id === undefined ? "" : `.${id}`}.part`,
		target: `${base}${id === undefined ? "" : `.${id}`}.sqlite`,
	}));
	try {
		for (const { path, part } of copies) {
			await writeCopy(path, part, key);
			await tryRestore(part, path, key);
		}
		for (const { part, target } of copies.toReversed()) await rename(part, target);
	} finally {
		for (const { part } of copies) await rm(part, { force: true });
	}
	for (const name of outdated(options)) await rm(join(folder, name), { force: true });
}

async function writeCopy(path: string, part: string, key: string | undefined): Promise<void> {
	const copied = new PassThrough();
	const file = createWriteStream(part, { mode: 0o600, flush: true });
	await Promise.all([
		backUpStore(path, copied),
		pipeline(Readable.from(encryptBackUp(copied, key)), file),
	]);
}

/** Restores into another file, and compares it with the store, which accepts events meanwhile. */
async function tryRestore(part: string, path: string, key: string | undefined): Promise<void> {
	const trial = `${part}.trial`;
	try {
		const problem = await restoreStore(
			trial,
			Readable.from(decryptBackUp(createReadStream(part), key)),
		);
		if (problem !== undefined) throw new Error(problem);
		const lastEvent = readNumber(trial, "SELECT max(id) AS value FROM events");
		for (const table of COMPARED) {
			const count = `SELECT count(*) AS value FROM ${table}`;
			const where = table === "events" ? ` WHERE id <= ${lastEvent}` : "";
			const restored = readNumber(trial, count + where);
			const stored = readNumber(path, count + where);
			// Retention and users delete rows of the store meanwhile.
			if (restored < stored) {
				throw new Error(`The copy has ${restored} rows of "${table}", and the store ${stored}`);
			}
		}
	} finally {
		for (const suffix of ["", "-wal", "-shm"]) await rm(trial + suffix, { force: true });
	}
}

/** Tables that change rarely, beside the events. */
const COMPARED = ["events", "users", "documents", "settings"] as const;

function readNumber(path: string, sql: string): number {
	const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
	try {
		return Number(database.prepare(sql).get()?.["value"] ?? 0);
	} finally {
		database.close();
	}
}

/** The newest back-up always stays. @returns Names of files. */
function outdated({ folder, kept, keptDays, now }: BackUpOptions): readonly string[] {
	const newestFirst = stampsIn(folder).toReversed();
	const wanted = newestFirst.filter(
		(stamp, index) => index === 0 || (index < kept && now - timeOf(stamp) < keptDays * DAY_MS),
	);
	return readdirSync(folder).filter((name) => {
		const [, stamp] = BACK_UP_FILE.exec(name) ?? [];
		return stamp !== undefined && !wanted.includes(stamp);
	});
}

/** @returns Times of the back-ups in a folder, the oldest first. */
function stampsIn(folder: string): readonly string[] {
	const names = existsSync(folder) ? readdirSync(folder) : [];
	const stamps = names.flatMap((name) => BACK_UP_FILE.exec(name)?.[1] ?? []);
	return [...new Set(stamps)].toSorted();
}

/** @returns Such as `20261127-031500`, in UTC. */
function stampOf(time: number): string {
	return new Date(time).toISOString().replace(/[-:]/g, "").replace("T", "-").slice(0, 15);
}

function timeOf(stamp: string): number {
	const [, ...parts] = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/.exec(stamp) ?? [];
	const [year = 0, month = 1, day, hours, minutes, seconds] = parts.map(Number);
	return Date.UTC(year, month - 1, day, hours, minutes, seconds);
}
