import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { writeIfPossible } from "../database/transaction.ts";

/** Personal API keys. Only hashes are kept: who reads the file learns no key. */
export interface ApiKeys {
	/** Adds a key, or renames it when it is already there. */
	readonly add: (key: string, name: string, now: number) => void;
	/** @returns The key's record, or `undefined` for a key that is not ours. */
	readonly find: (key: string) => ApiKey | undefined;
	/** Remembers that a key was used, once a minute at most. */
	readonly used: (key: ApiKey, now: number) => void;
	readonly list: () => readonly ApiKey[];
	/** @returns Whether there was such a key. */
	readonly revoke: (id: number) => boolean;
}

export interface ApiKey {
	readonly id: number;
	readonly name: string;
	readonly createdAt: number;
	/** To the minute; `null` for a key that was never used. */
	readonly lastUsedAt: number | null;
}

const MINUTE_MS = 60_000;

export function createApiKeys(database: DatabaseSync): ApiKeys {
	const columns = "id, name, created_at AS createdAt, last_used_at AS lastUsedAt";
	const insert = database.prepare(
		"INSERT INTO api_keys (name, hash, created_at) VALUES (?1, ?2, ?3) ON CONFLICT (hash) DO UPDATE SET name = ?1",
	);
	const select = database.prepare(`SELECT ${columns} FROM api_keys WHERE hash = ?`);
	const selectAll = database.prepare(`SELECT ${columns} FROM api_keys ORDER BY id`);
	const use = database.prepare("UPDATE api_keys SET last_used_at = ? WHERE id = ?");
	const remove = database.prepare("DELETE FROM api_keys WHERE id = ?");
	// The casts hold because the columns are named after the fields and typed by a STRICT table.
	return {
		add: (key, name, now) => {
			insert.run(name, hashKey(key), now);
		},
		find: (key) => select.get(hashKey(key)) as ApiKey | undefined,
		used: ({ id, lastUsedAt }, now) => {
			if (now - (lastUsedAt ?? 0) >= MINUTE_MS) writeIfPossible(() => use.run(now, id));
		},
		list: () => selectAll.all() as unknown as readonly ApiKey[],
		revoke: (id) => remove.run(id).changes === 1,
	};
}

/** A plain hash is enough: keys are long and random, so there is nothing to guess at. */
function hashKey(key: string): string {
	return createHash("sha256").update(key).digest("base64url");
}
