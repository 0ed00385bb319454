import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "../database/transaction.ts";

/**
 * Versioned JSON definitions, by kind and key. The store neither reads nor checks the body:
 * the owner of the kind does, before writing and after reading.
 */
export interface Documents {
	readonly get: (kind: DocumentKind, key: string) => StoredDocument | undefined;
	/** @returns All of a kind, in the order in which they were first written. */
	readonly list: (kind: DocumentKind) => readonly StoredDocument[];
	/** Writes a new version; the version before stays in the history. */
	readonly put: (document: NewDocument, now: number) => StoredDocument;
	/** @returns Whether there was such a document. */
	readonly delete: (kind: DocumentKind, key: string, now: number) => boolean;
	/** @returns Every version there ever was, the newest first; one without a body is a deletion. */
	readonly history: (kind: DocumentKind, key: string) => readonly DocumentVersion[];
	/** Changes with every write to any document: compare it to know whether a cache still holds. */
	readonly revision: () => number;
}

export type DocumentKind =
	| "flag"
	| "cohort"
	| "early-access-feature"
	| "goal"
	| "segment"
	| "question"
	| "share"
	| "alert";

export interface NewDocument {
	readonly kind: DocumentKind;
	readonly key: string;
	/** Must survive `JSON.stringify`. */
	readonly body: unknown;
}

export interface StoredDocument {
	/** Never given to another document, even after a deletion. */
	readonly id: number;
	readonly key: string;
	/** 1 for the first, one more with every write. */
	readonly version: number;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly body: unknown;
}

export interface DocumentVersion {
	readonly version: number;
	readonly changedAt: number;
	readonly body: unknown;
}

export function createDocuments(database: DatabaseSync): Documents {
	const columns =
		"id, key, version, created_at AS createdAt, updated_at AS updatedAt, body AS json";
	const select = database.prepare(`SELECT ${columns} FROM documents WHERE kind = ? AND key = ?`);
	const selectAll = database.prepare(`SELECT ${columns} FROM documents WHERE kind = ? ORDER BY id`);
	const lastVersion = database.prepare(
		"SELECT coalesce(max(version), 0) AS version FROM document_history WHERE kind = ? AND key = ?",
	);
	const upsert = database.prepare(`
		INSERT INTO documents (kind, key, version, created_at, updated_at, body)
		VALUES (?1, ?2, ?3, ?4, ?4, ?5)
		ON CONFLICT (kind, key) DO UPDATE SET version = ?3, updated_at = ?4, body = ?5
	`);
	const remove = database.prepare("DELETE FROM documents WHERE kind = ? AND key = ?");
	const remember = database.prepare(
		"INSERT INTO document_history (kind, key, version, changed_at, body) VALUES (?, ?, ?, ?, ?)",
	);
	const selectHistory = database.prepare(`
		SELECT version, changed_at AS changedAt, body AS json FROM document_history
		WHERE kind = ? AND key = ? ORDER BY id DESC
	`);
	const newest = database.prepare("SELECT coalesce(max(id), 0) AS revision FROM document_history");

	const get: Documents["get"] = (kind, key) => {
		const row = select.get(kind, key);
		return row === undefined ? undefined : readDocument(row);
	};
	const nextVersion = (kind: DocumentKind, key: string): number =>
		Number(lastVersion.get(kind, key)?.["version"]) + 1;
	return {
		get,
		list: (kind) => selectAll.all(kind).map(readDocument),
		put: ({ kind, key, body }, now) => {
			const json = JSON.stringify(body);
			inTransaction(database, () => {
				const version = nextVersion(kind, key);
				upsert.run(kind, key, version, now, json);
				remember.run(kind, key, version, now, json);
			});
			// It has just been written, so it is there.
			return get(kind, key) as StoredDocument;
		},
		delete: (kind, key, now) =>
			inTransaction(database, () => {
				if (remove.run(kind, key).changes === 0) return false;
				remember.run(kind, key, nextVersion(kind, key), now, null);
				return true;
			}),
		history: (kind, key) => selectHistory.all(kind, key).map(readVersion),
		revision: () => Number(newest.get()?.["revision"]),
	};
}

/** Rows come from a STRICT table, named after the fields; only the JSON needs reading. */
function readDocument({ json, ...row }: Record<string, unknown>): StoredDocument {
	return { ...row, body: JSON.parse(String(json)) } as StoredDocument;
}

function readVersion({ json, ...row }: Record<string, unknown>): DocumentVersion {
	return { ...row, body: json === null ? undefined : JSON.parse(String(json)) } as DocumentVersion;
}
