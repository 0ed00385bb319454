import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

/** Small facts that outlive a restart: generated secrets, switches of the dashboard. */
export interface Settings {
	readonly get: (key: string) => string | undefined;
	readonly set: (key: string, value: string) => void;
	readonly delete: (key: string) => void;
}

export function createSettings(database: DatabaseSync): Settings {
	const select = database.prepare("SELECT value FROM settings WHERE key = ?");
	const upsert = database.prepare(
		"INSERT INTO settings (key, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2",
	);
	const remove = database.prepare("DELETE FROM settings WHERE key = ?");
	return {
		get: (key) => {
			const value = select.get(key)?.["value"];
			return typeof value === "string" ? value : undefined;
		},
		set: (key, value) => {
			upsert.run(key, value);
		},
		delete: (key) => {
			remove.run(key);
		},
	};
}

const KEY = "store-name";

/** @returns The name of this store in exports and in ClickHouse: random, and the same for the life of the file. */
export function storeName(settings: Settings): string {
	const known = settings.get(KEY);
	if (known !== undefined) return known;
	const name = `loggia-${randomBytes(8).toString("hex")}`;
	settings.set(KEY, name);
	return name;
}
