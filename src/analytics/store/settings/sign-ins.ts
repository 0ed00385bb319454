import type { DatabaseSync } from "node:sqlite";
import { writeIfPossible } from "../database/transaction.ts";
import { hashToken } from "./token-hash.ts";

/** Sign-ins to the dashboard. Only hashes are stored, so the file gives no access. */
export type SignIns = ReturnType<typeof createSignIns>;

/** Times are milliseconds since the Unix epoch. */
export interface SignIn extends SignInTimes {
	/** Id of the user. */
	readonly user: number;
}

export interface SignInTimes {
	readonly signedInAt: number;
	readonly lastSeenAt: number;
}

export function createSignIns(database: DatabaseSync) {
	const sql = database.createTagStore();
	return {
		add: (token: string, user: number, now: number): void => {
			sql.run`INSERT INTO sign_ins VALUES (${hashToken(token)}, ${user}, ${now}, ${now})`;
		},
		find: (token: string): SignIn | undefined =>
			// The columns are named after the fields and typed by a STRICT table.
			sql.get`
				SELECT user, signed_in_at AS signedInAt, last_seen_at AS lastSeenAt
				FROM sign_ins WHERE hash = ${hashToken(token)}
			` as SignIn | undefined,
		touch: (token: string, now: number): void =>
			writeIfPossible(() => {
				sql.run`UPDATE sign_ins SET last_seen_at = ${now} WHERE hash = ${hashToken(token)}`;
			}),
		remove: (token: string): void => {
			sql.run`DELETE FROM sign_ins WHERE hash = ${hashToken(token)}`;
		},
		removeOf: (user: number): void => {
			sql.run`DELETE FROM sign_ins WHERE user = ${user}`;
		},
		removeEnded: (before: SignInTimes): void => {
			sql.run`
				DELETE FROM sign_ins
				WHERE signed_in_at < ${before.signedInAt} OR last_seen_at < ${before.lastSeenAt}
			`;
		},
	};
}
