import type { DatabaseSync } from "node:sqlite";
import type { Role } from "../../api-types/session.ts";
import { writeIfPossible } from "../database/transaction.ts";
import { hashToken } from "./token-hash.ts";

/** Times are milliseconds since the Unix epoch. */
export interface NewApiKey {
	readonly name: string;
	/** Id of the owner; `null` for the key of the environment. */
	readonly user: number | null;
	/** The key has no higher role than its owner. */
	readonly role: Role;
	/** Id of the project; `null` for all projects of the owner. */
	readonly project: string | null;
	/** `null` for a key that never expires. */
	readonly expiresAt: number | null;
	readonly createdAt: number;
}

export interface ApiKey extends NewApiKey {
	readonly id: number;
	/** Accurate to one minute; `null` for a key that was never used. */
	readonly lastUsedAt: number | null;
}

const MINUTE_MS = 60_000;

/** Personal API keys. Only hashes are stored, so the file reveals no key. */
export function createApiKeys(database: DatabaseSync) {
	const sql = database.createTagStore();
	// The casts hold because the columns are named after the fields and typed by a STRICT table.
	const add = (key: string, { name, user, role, project, expiresAt, createdAt }: NewApiKey) =>
		sql.get`
			INSERT INTO api_keys (name, hash, user, role, project, expires_at, created_at)
			VALUES (${name}, ${hashToken(key)}, ${user}, ${role}, ${project}, ${expiresAt}, ${createdAt})
			ON CONFLICT (hash) DO UPDATE SET name = excluded.name
			RETURNING *, created_at AS createdAt, expires_at AS expiresAt, last_used_at AS lastUsedAt
		` as unknown as ApiKey;
	return {
		/** Adds a key, or renames an existing one. */
		add,
		/** Replaces the key of the environment. @param key `undefined` removes it. */
		setFromEnvironment: (key: string | undefined, name: string, createdAt: number): void => {
			sql.run`DELETE FROM api_keys WHERE user IS NULL AND hash <> ${hashToken(key ?? "")}`;
			if (key === undefined) return;
			add(key, { name, user: null, role: "admin", project: null, expiresAt: null, createdAt });
		},
		find: (key: string): ApiKey | undefined =>
			sql.get`
				SELECT *, created_at AS createdAt, expires_at AS expiresAt, last_used_at AS lastUsedAt
				FROM api_keys WHERE hash = ${hashToken(key)}
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
				SELECT *, created_at AS createdAt, expires_at AS expiresAt, last_used_at AS lastUsedAt
				FROM api_keys ORDER BY id
			` as unknown as readonly ApiKey[],
		/** @returns Whether the key existed. */
		revoke: (id: number): boolean => sql.run`DELETE FROM api_keys WHERE id = ${id}`.changes === 1,
	};
}
