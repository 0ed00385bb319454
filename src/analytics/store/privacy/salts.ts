import type { DatabaseSync } from "node:sqlite";
import { StoreUnavailableError } from "../../errors.ts";

/** Length of a salt. */
export const SALT_BYTES = 32;

/** Daily secrets for visitor keys. Without its salt, a key cannot be linked to an address. */
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
			// If a restart lost the salt, one visitor would count twice.
			throw new StoreUnavailableError("The day's salt could not be stored", { cause: error });
		}
	};
	/** @returns The salt of `day`, or `undefined` if it was destroyed or never created. */
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
		/** @returns The salt of `day`. Calls `create` if it is missing. */
		forDay: (day: number, create: () => Uint8Array): Uint8Array => {
			const salt = find(day) ?? store(day, create());
			known.set(day, salt);
			return salt;
		},
		/** Destroys the salts of all days before `day`, in the file and in the write-ahead log. */
		destroyBefore: (day: number): void => {
			for (const cached of known.keys()) if (cached < day) known.delete(cached);
			if (sql.run`DELETE FROM salts WHERE day < ${day}`.changes === 0) return;
			// secure_delete zeroes the row, but the log still has the old page.
			database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		},
	};
}
