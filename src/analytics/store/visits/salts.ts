import type { DatabaseSync } from "node:sqlite";
import { StoreUnavailableError } from "../../errors.ts";

/** Of every salt. */
export const SALT_BYTES = 32;

/**
 * The secrets that visitor keys are made with, one a day. With its salt gone, a key cannot
 * be tied to an address again, by anyone.
 */
export interface Salts {
	/** @returns The salt of `day` (whole days since the Unix epoch), made by `create` if it is missing. */
	readonly forDay: (day: number, create: () => Uint8Array) => Uint8Array;
	/** @returns The salt of `day`, if there is one still. */
	readonly find: (day: number) => Uint8Array | undefined;
	/** Destroys every salt of a day before `day`, in the file as well as in the write-ahead log. */
	readonly destroyBefore: (day: number) => void;
}

export function createSalts(database: DatabaseSync): Salts {
	const select = database.prepare("SELECT salt FROM salts WHERE day = ?");
	const insert = database.prepare("INSERT INTO salts (day, salt) VALUES (?, ?)");
	const remove = database.prepare("DELETE FROM salts WHERE day < ?");
	const known = new Map<number, Uint8Array>();

	const store = (day: number, salt: Uint8Array): Uint8Array => {
		try {
			insert.run(day, salt);
			return salt;
		} catch (error) {
			// A salt that is lost at a restart would count one visitor twice.
			throw new StoreUnavailableError("The day's salt could not be stored", { cause: error });
		}
	};
	const find = (day: number): Uint8Array | undefined => {
		const cached = known.get(day);
		if (cached !== undefined) return cached;
		const stored = select.get(day)?.["salt"];
		if (!(stored instanceof Uint8Array)) return undefined;
		known.set(day, stored);
		return stored;
	};
	return {
		forDay: (day, create) => {
			const salt = find(day) ?? store(day, create());
			known.set(day, salt);
			return salt;
		},
		find,
		destroyBefore: (day) => {
			for (const cached of known.keys()) if (cached < day) known.delete(cached);
			if (remove.run(day).changes === 0) return;
			// secure_delete has zeroed the row; the log still holds the page as it was.
			database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		},
	};
}
