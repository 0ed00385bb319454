import type { DatabaseSync } from "node:sqlite";
import { LRUCache } from "lru-cache";

/** Some ten thousand paths and templates; a busy site repeats far fewer. */
const MAX_CACHED_CHARACTERS = 8_000_000;
/** What an entry takes beside its text. */
const ENTRY_CHARACTERS = 100;

/** Repeated text, stored once and known by a number. */
export type Strings = ReturnType<typeof createStrings>;

/** @param isReader Another process or thread may delete texts, and number them anew when they return. */
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
		/** @returns The number of a text that is already there. */
		find,
		/** @returns The text's number, new or old. Only inside a transaction. */
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
		/** Records that so many more events, or fewer, have it for a name. Written by `flush()`. */
		count: (id: number, events: number): void => {
			counts.set(id, (counts.get(id) ?? 0) + events);
		},
		/** Only inside a transaction. */
		flush: (): void => {
			// What a transaction rolls back must not be counted by the next one.
			const noted = [...counts];
			counts.clear();
			for (const [id, events] of noted) {
				sql.run`UPDATE strings SET events = events + ${events} WHERE id = ${id}`;
			}
		},
		/** After a rollback numbers may be cached that were never stored. */
		forget: (): void => {
			counts.clear();
			ids.clear();
			texts.clear();
		},
	};
}
