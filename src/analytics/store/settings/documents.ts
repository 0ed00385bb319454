import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "../database/transaction.ts";

/**
 * Versioned JSON definitions, by kind and key. The owner of a kind checks the body before writing and after
 * reading; the store does not.
 */
export type Documents = ReturnType<typeof createDocuments>;

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

export interface StoredDocument extends Omit<NewDocument, "kind"> {
	/** Never reused, even after a deletion. */
	readonly id: number;
	/** 1 for the first version; each write increments it. */
	readonly version: number;
	readonly createdAt: number;
	readonly updatedAt: number;
}

export interface DocumentVersion extends Pick<StoredDocument, "version" | "body"> {
	readonly changedAt: number;
}

export function createDocuments(database: DatabaseSync) {
	const sql = database.createTagStore();
	const get = (kind: DocumentKind, key: string): StoredDocument | undefined => {
		const row = sql.get`
			SELECT id, key, version, created_at AS createdAt, updated_at AS updatedAt, body
			FROM documents WHERE kind = ${kind} AND key = ${key}
		`;
		return row && (readBody(row) as StoredDocument);
	};
	const record = (kind: DocumentKind, key: string, now: number, json: string | null): number => {
		const row = sql.get`
			INSERT INTO document_history (kind, key, version, changed_at, body)
			SELECT ${kind}, ${key}, coalesce(max(version), 0) + 1, ${now}, ${json}
			FROM document_history WHERE kind = ${kind} AND key = ${key} RETURNING version
		`;
		return Number(row?.["version"]);
	};
	// The casts hold because `readBody()` returns the columns, which are named after the fields.
	return {
		get,
		/** @returns All documents of a kind, in the order in which they were created. */
		list: (kind: DocumentKind): readonly StoredDocument[] =>
			sql.all`
				SELECT id, key, version, created_at AS createdAt, updated_at AS updatedAt, body
				FROM documents WHERE kind = ${kind} ORDER BY id
			`.map(readBody) as unknown as readonly StoredDocument[],
		/** Writes a new version. Older versions stay in the history. */
		put: ({ kind, key, body }: NewDocument, now: number): StoredDocument => {
			const json = JSON.stringify(body);
			inTransaction(database, () => {
				const version = record(kind, key, now, json);
				sql.run`
					INSERT INTO documents (kind, key, version, created_at, updated_at, body)
					VALUES (${kind}, ${key}, ${version}, ${now}, ${now}, ${json})
					ON CONFLICT (kind, key) DO UPDATE SET
						version = excluded.version, updated_at = excluded.updated_at, body = excluded.body
				`;
			});
			// The transaction above wrote it, so it exists.
			return get(kind, key) as StoredDocument;
		},
		/** @returns Whether the document existed. */
		delete: (kind: DocumentKind, key: string, now: number): boolean =>
			inTransaction(database, () => {
				const { changes } = sql.run`DELETE FROM documents WHERE kind = ${kind} AND key = ${key}`;
				if (changes === 1) record(kind, key, now, null);
				return changes === 1;
			}),
		/** @returns All versions, newest first. A version without a body is a deletion. */
		history: (kind: DocumentKind, key: string): readonly DocumentVersion[] =>
			sql.all`
				SELECT version, changed_at AS changedAt, body FROM document_history
				WHERE kind = ${kind} AND key = ${key} ORDER BY id DESC
			`.map(readBody) as unknown as readonly DocumentVersion[],
		/** Changes with every write to any document. Compare it to check whether a cache is valid. */
		revision: (): number =>
			Number(sql.get`SELECT coalesce(max(id), 0) AS revision FROM document_history`?.["revision"]),
	};
}

/** Rows come from a STRICT table with columns named after the fields; only the JSON needs parsing. */
function readBody({ body, ...row }: Record<string, unknown>): { readonly body: unknown } {
	return { ...row, body: body === null ? undefined : JSON.parse(String(body)) };
}
