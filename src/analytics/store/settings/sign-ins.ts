import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { writeIfPossible } from "../database/transaction.ts";

/** Who is signed in to the dashboard. Only hashes are kept: who reads the file is not signed in. */
export type SignIns = ReturnType<typeof createSignIns>;

/** Times are milliseconds since the Unix epoch. */
export interface SignIn {
	readonly signedInAt: number;
	readonly lastSeenAt: number;
}

export function createSignIns(database: DatabaseSync) {
	const sql = database.createTagStore();
	return {
		add: (token: string, now: number): void => {
			sql.run`INSERT INTO sign_ins VALUES (${hashOf(token)}, ${now}, ${now})`;
		},
		find: (token: string): SignIn | undefined =>
			// The columns are named after the fields and typed by a STRICT table.
			sql.get`
				SELECT signed_in_at AS signedInAt, last_seen_at AS lastSeenAt
				FROM sign_ins WHERE hash = ${hashOf(token)}
			` as SignIn | undefined,
		touch: (token: string, now: number): void =>
			writeIfPossible(() => {
				sql.run`UPDATE sign_ins SET last_seen_at = ${now} WHERE hash = ${hashOf(token)}`;
			}),
		remove: (token: string): void => {
			sql.run`DELETE FROM sign_ins WHERE hash = ${hashOf(token)}`;
		},
		removeAll: (): void => database.exec("DELETE FROM sign_ins"),
		removeEnded: (before: SignIn): void => {
			sql.run`
				DELETE FROM sign_ins
				WHERE signed_in_at < ${before.signedInAt} OR last_seen_at < ${before.lastSeenAt}
			`;
		},
	};
}

/** Tokens are long and random, so there is nothing to guess at. */
function hashOf(token: string): string {
	return hash("sha256", token, "base64url");
}
