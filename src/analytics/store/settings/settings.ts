import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

/** Small values that survive a restart: generated secrets, switches of the dashboard. */
export type Settings = ReturnType<typeof createSettings>;

export function createSettings(database: DatabaseSync) {
	const sql = database.createTagStore();
	return {
		get: (key: string): string | undefined => {
			const value = sql.get`SELECT value FROM settings WHERE key = ${key}`?.["value"];
			return typeof value === "string" ? value : undefined;
		},
		set: (key: string, value: string): void => {
			sql.run`
				INSERT INTO settings (key, value) VALUES (${key}, ${value})
				ON CONFLICT DO UPDATE SET value = excluded.value
			`;
		},
		delete: (key: string): void => {
			sql.run`DELETE FROM settings WHERE key = ${key}`;
		},
	};
}

const STORE_NAME = "store-name";

/** @returns The store's name in exports and in ClickHouse: random, and fixed for the life of the file. */
export function storeName(settings: Settings): string {
	const known = settings.get(STORE_NAME);
	if (known !== undefined) return known;
	const name = `loggia-${randomBytes(8).toString("hex")}`;
	settings.set(STORE_NAME, name);
	return name;
}

const DELETED_BEFORE = "events-deleted-before";

/** @returns Milliseconds since the Unix epoch. Retention has deleted no event from then on. */
export function readDeletedBefore(settings: Settings): number {
	return Number(settings.get(DELETED_BEFORE) ?? -Infinity);
}

/** Only increases the time: an import can add older events, which retention deletes later. */
export function saveDeletedBefore(settings: Settings, time: number): void {
	settings.set(DELETED_BEFORE, String(Math.max(time, readDeletedBefore(settings))));
}
