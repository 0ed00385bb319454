import type { DatabaseSync } from "node:sqlite";

/**
 * The secrets that visitor keys are made with, one a day. With its salt gone, a key cannot
 * be tied to an address again, by anyone.
 */
export interface Salts {
	/** @returns The salt of `day` (whole days since the Unix epoch), made by `create` if there is none. */
	readonly forDay: (day: number, create: () => Uint8Array) => Uint8Array;
	/** Destroys every salt of a day before `day`, in the file as well as in the write-ahead log. */
	readonly destroyBefore: (day: number) => void;
}

export function createSalts(database: DatabaseSync): Salts {
	const select = database.prepare("SELECT salt FROM salts WHERE day = ?");
	const insert = database.prepare("INSERT INTO salts (day, salt) VALUES (?, ?)");
	const remove = database.prepare("DELETE FROM salts WHERE day < ?");
	const known = new Map<number, Uint8Array>();
	return {
		forDay: (day, create) => {
			const cached = known.get(day);
			if (cached !== undefined) return cached;
			const stored = select.get(day)?.["salt"];
			const salt = stored instanceof Uint8Array ? stored : create();
			if (stored === undefined) insert.run(day, salt);
			known.set(day, salt);
			return salt;
		},
		destroyBefore: (day) => {
			for (const cached of known.keys()) if (cached < day) known.delete(cached);
			if (remove.run(day).changes === 0) return;
			// secure_delete has zeroed the row; the log still holds the page as it was.
			database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		},
	};
}
