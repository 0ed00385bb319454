import type { DatabaseSync } from "node:sqlite";
import { LRUCache } from "lru-cache";

/** Some ten thousand paths and templates; a busy site repeats far fewer. */
const MAX_CACHED_CHARACTERS = 8_000_000;
/** What an entry takes beside its text. */
const ENTRY_CHARACTERS = 100;

/** Repeated text, stored once and known by a number. */
export interface Strings {
	/** @returns The text's number, new or old. Only inside a transaction. */
	readonly idOf: (text: string) => number;
	/** @returns The number of a text that is already there. */
	readonly find: (text: string) => number | undefined;
	readonly textOf: (id: number) => string;
	/** Notes that so many more events, or fewer, have it for a name. Written by `flush()`. */
	readonly count: (id: number, events: number) => void;
	/** Only inside a transaction. */
	readonly flush: () => void;
	/** After a rollback numbers may be remembered that were never stored. */
	readonly forget: () => void;
}

/** @param isReader Another process or thread may delete texts, and number them anew when they return. */
export function createStrings(
	database: DatabaseSync,
	{ isReader = false }: { readonly isReader?: boolean } = {},
): Strings {
	const select = database.prepare("SELECT id FROM strings WHERE text = ?");
	const insert = database.prepare("INSERT INTO strings (text) VALUES (?)");
	const selectText = database.prepare("SELECT text FROM strings WHERE id = ?");
	const addEvents = database.prepare("UPDATE strings SET events = events + ? WHERE id = ?");
	const counts = new Map<number, number>();
	const ids = new LRUCache<string, number>({
		maxSize: MAX_CACHED_CHARACTERS,
		sizeCalculation: (_id, text) => text.length + ENTRY_CHARACTERS,
	});
	const texts = new LRUCache<number, string>({
		maxSize: MAX_CACHED_CHARACTERS,
		sizeCalculation: (text) => text.length + ENTRY_CHARACTERS,
	});

	const find: Strings["find"] = (text) => {
		const cached = ids.get(text);
		if (cached !== undefined) return cached;
		const id = select.get(text)?.["id"];
		if (typeof id !== "number") return undefined;
		if (!isReader) ids.set(text, id);
		return id;
	};
	return {
		find,
		count: (id, events) => counts.set(id, (counts.get(id) ?? 0) + events),
		flush: () => {
			// What a transaction rolls back must not be counted by the next one.
			const noted = [...counts];
			counts.clear();
			for (const [id, events] of noted) addEvents.run(events, id);
		},
		idOf: (text) => {
			const cached = ids.get(text);
			if (cached !== undefined) return cached;
			const id = find(text) ?? Number(insert.run(text).lastInsertRowid);
			ids.set(text, id);
			return id;
		},
		textOf: (id) => {
			const cached = texts.get(id);
			if (cached !== undefined) return cached;
			const text = String(selectText.get(id)?.["text"] ?? "");
			texts.set(id, text);
			return text;
		},
		forget: () => {
			counts.clear();
			ids.clear();
			texts.clear();
		},
	};
}
