import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "../database/transaction.ts";

/**
 * Versioned JSON definitions, by kind and key. The store neither reads nor checks the body:
 * the owner of the kind does, before writing and after reading.
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
	/** Never given to another document, even after a deletion. */
	readonly id: number;
	/** 1 for the first, one more with every write. */
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
	// The casts hold because `readBody()` gives the columns, which are named after the fields.
	return {
		get,
		/** @returns All of a kind, in the order in which they were first written. */
		list: (kind: DocumentKind): readonly StoredDocument[] =>
			sql.all`
				SELECT id, key, version, created_at AS createdAt, updated_at AS updatedAt, body
				FROM documents WHERE kind = ${kind} ORDER BY id
			`.map(readBody) as unknown as readonly StoredDocument[],
		/** Writes a new version; the version before stays in the history. */
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
			// It has just been written, so it is there.
			return get(kind, key) as StoredDocument;
		},
		/** @returns Whether there was such a document. */
		delete: (kind: DocumentKind, key: string, now: number): boolean =>
			inTransaction(database, () => {
				const { changes } = sql.run`DELETE FROM documents WHERE kind = ${kind} AND key = ${key}`;
				if (changes === 1) record(kind, key, now, null);
				return changes === 1;
			}),
		/** @returns Every version there ever was, the newest first; one without a body is a deletion. */
		history: (kind: DocumentKind, key: string): readonly DocumentVersion[] =>
			sql.all`
				SELECT version, changed_at AS changedAt, body FROM document_history
				WHERE kind = ${kind} AND key = ${key} ORDER BY id DESC
			`.map(readBody) as unknown as readonly DocumentVersion[],
		/** Changes with every write to any document: compare it to know whether a cache still holds. */
		revision: (): number =>
			Number(sql.get`SELECT coalesce(max(id), 0) AS revision FROM document_history`?.["revision"]),
	};
}

/** Rows come from a STRICT table, named after the fields; only the JSON needs reading. */
function readBody({ body, ...row }: Record<string, unknown>): { readonly body: unknown } {
	return { ...row, body: body === null ? undefined : JSON.parse(String(body)) };
}
