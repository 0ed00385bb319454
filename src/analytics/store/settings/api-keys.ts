import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { writeIfPossible } from "../database/transaction.ts";

export interface ApiKey {
	readonly id: number;
	readonly name: string;
	readonly createdAt: number;
	/** To the minute; `null` for a key that was never used. */
	readonly lastUsedAt: number | null;
}

const MINUTE_MS = 60_000;

/** Personal API keys. Only hashes are kept: who reads the file learns no key. */
export function createApiKeys(database: DatabaseSync) {
	const sql = database.createTagStore();
	// The casts hold because the columns are named after the fields and typed by a STRICT table.
	return {
		/** Adds a key, or renames it when it is already there. */
		add: (key: string, name: string, now: number): void => {
			sql.run`
				INSERT INTO api_keys (name, hash, created_at) VALUES (${name}, ${hashOf(key)}, ${now})
				ON CONFLICT (hash) DO UPDATE SET name = excluded.name
			`;
		},
		find: (key: string): ApiKey | undefined =>
			sql.get`
				SELECT id, name, created_at AS createdAt, last_used_at AS lastUsedAt
				FROM api_keys WHERE hash = ${hashOf(key)}
			` as ApiKey | undefined,
		/** Records that a key was used, once a minute at most. */
		used: ({ id, lastUsedAt }: ApiKey, now: number): void => {
			if (now - (lastUsedAt ?? 0) < MINUTE_MS) return;
			writeIfPossible(() => {
				sql.run`UPDATE api_keys SET last_used_at = ${now} WHERE id = ${id}`;
			});
		},
		list: (): readonly ApiKey[] =>
			sql.all`
				SELECT id, name, created_at AS createdAt, last_used_at AS lastUsedAt
				FROM api_keys ORDER BY id
			` as unknown as readonly ApiKey[],
		/** @returns Whether there was such a key. */
		revoke: (id: number): boolean => sql.run`DELETE FROM api_keys WHERE id = ${id}`.changes === 1,
	};
}

/** A plain hash is enough: keys are long and random, so there is nothing to guess at. */
function hashOf(key: string): string {
	return hash("sha256", key, "base64url");
}
