import type { DatabaseSync } from "node:sqlite";
import { LRUCache } from "lru-cache";

/** Room for some ten thousand paths and templates; a busy site has far fewer. */
const MAX_CACHED_CHARACTERS = 8_000_000;
/** Overhead of a cache entry, in characters. */
const ENTRY_CHARACTERS = 100;

/** Repeated texts, each stored once under a number. */
export type Strings = ReturnType<typeof createStrings>;

/** @param isReader Another process or thread may delete texts, and insert them again with new numbers. */
export function createStrings(
	database: DatabaseSync,
	{ isReader = false }: { readonly isReader?: boolean } = {},
) {
	const sql = database.createTagStore();
	const counts = new Map<number, number>();
	const ids = new LRUCache<string, number>({
		maxSize: MAX_CACHED_CHARACTERS,
		sizeCalculation: (_id, text) => text.length + ENTRY_CHARACTERS,
	});
	const texts = new LRUCache<number, string>({
		maxSize: MAX_CACHED_CHARACTERS,
		sizeCalculation: (text) => text.length + ENTRY_CHARACTERS,
	});
	const find = (text: string): number | undefined => {
		const cached = ids.get(text);
		if (cached !== undefined) return cached;
		const id = sql.get`SELECT id FROM strings WHERE text = ${text}`?.["id"];
		if (typeof id !== "number") return undefined;
		if (!isReader) ids.set(text, id);
		return id;
	};
	return {
		/** @returns The number of a stored text. */
		find,
		/** @returns The number of a stored or new text. Only inside a transaction. */
		idOf: (text: string): number => {
			const known = find(text);
			if (known !== undefined) return known;
			const { lastInsertRowid } = sql.run`INSERT INTO strings (text) VALUES (${text})`;
			const id = Number(lastInsertRowid);
			ids.set(text, id);
			return id;
		},
		textOf: (id: number): string => {
			const cached = texts.get(id);
			if (cached !== undefined) return cached;
			const text = String(sql.get`SELECT text FROM strings WHERE id = ${id}`?.["text"] ?? "");
			texts.set(id, text);
			return text;
		},
		/** Adds to the number of events with this text as name or bot; may be negative. `flush()` writes it. */
		count: (id: number, events: number): void => {
			counts.set(id, (counts.get(id) ?? 0) + events);
		},
		/** Writes the counts. Only inside a transaction. */
		flush: (): void => {
			// Cleared before the writes: the next transaction must not write counts of a rolled-back one.
			const noted = [...counts];
			counts.clear();
			for (const [id, events] of noted) {
				sql.run`UPDATE strings SET events = events + ${events} WHERE id = ${id}`;
			}
		},
		/** Clears the caches: after a rollback they may have numbers that were never stored. */
		forget: (): void => {
			counts.clear();
			ids.clear();
			texts.clear();
		},
	};
}
