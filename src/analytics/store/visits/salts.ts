import type { DatabaseSync } from "node:sqlite";
import { StoreUnavailableError } from "../../errors.ts";

/** Of every salt. */
export const SALT_BYTES = 32;

/**
 * The secrets that visitor keys are made with, one a day. With its salt gone, a key cannot
 * be tied to an address again, by anyone.
 */
export type Salts = ReturnType<typeof createSalts>;

/** Days are whole days since the Unix epoch, UTC. */
export function createSalts(database: DatabaseSync) {
	const sql = database.createTagStore();
	const known = new Map<number, Uint8Array>();
	const store = (day: number, salt: Uint8Array): Uint8Array => {
		try {
			sql.run`INSERT INTO salts (day, salt) VALUES (${day}, ${salt})`;
			return salt;
		} catch (error) {
			// A salt that is lost at a restart would count one visitor twice.
			throw new StoreUnavailableError("The day's salt could not be stored", { cause: error });
		}
	};
	/** @returns The salt of `day`, if there is one still. */
	const find = (day: number): Uint8Array | undefined => {
		const cached = known.get(day);
		if (cached !== undefined) return cached;
		const stored = sql.get`SELECT salt FROM salts WHERE day = ${day}`?.["salt"];
		if (!(stored instanceof Uint8Array)) return undefined;
		known.set(day, stored);
		return stored;
	};
	return {
		find,
		/** @returns The salt of `day`, made by `create` if it is missing. */
		forDay: (day: number, create: () => Uint8Array): Uint8Array => {
			const salt = find(day) ?? store(day, create());
			known.set(day, salt);
			return salt;
		},
		/** Destroys every salt of a day before `day`, in the file as well as in the write-ahead log. */
		destroyBefore: (day: number): void => {
			for (const cached of known.keys()) if (cached < day) known.delete(cached);
			if (sql.run`DELETE FROM salts WHERE day < ${day}`.changes === 0) return;
			// secure_delete has zeroed the row; the log still holds the page as it was.
			database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		},
	};
}
