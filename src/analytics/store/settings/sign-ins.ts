import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { writeIfPossible } from "../database/transaction.ts";

/** Who is signed in to the dashboard. Only hashes are kept: who reads the file is not signed in. */
export interface SignIns {
	readonly add: (token: string, now: number) => void;
	/** @returns When the token was signed in with and last seen, or `undefined` for one that is not ours. */
	readonly find: (token: string) => SignIn | undefined;
	readonly touch: (token: string, now: number) => void;
	readonly remove: (token: string) => void;
	readonly removeAll: () => void;
	/** Forgets those that have ended. */
	readonly removeEnded: (limits: SignInLimits) => void;
}

/** Times are milliseconds since the Unix epoch. */
export interface SignIn {
	readonly signedInAt: number;
	readonly lastSeenAt: number;
}

export interface SignInLimits {
	readonly signedInBefore: number;
	readonly lastSeenBefore: number;
}

export function createSignIns(database: DatabaseSync): SignIns {
	const insert = database.prepare("INSERT INTO sign_ins VALUES (?1, ?2, ?2)");
	const select = database.prepare(
		"SELECT signed_in_at AS signedInAt, last_seen_at AS lastSeenAt FROM sign_ins WHERE hash = ?",
	);
	const update = database.prepare("UPDATE sign_ins SET last_seen_at = ? WHERE hash = ?");
	const remove = database.prepare("DELETE FROM sign_ins WHERE hash = ?");
	const removeEnded = database.prepare(
		"DELETE FROM sign_ins WHERE signed_in_at < ? OR last_seen_at < ?",
	);
	return {
		add: (token, now) => {
			insert.run(hashOf(token), now);
		},
		// The columns are named after the fields and typed by a STRICT table.
		find: (token) => select.get(hashOf(token)) as SignIn | undefined,
		touch: (token, now) => {
			writeIfPossible(() => update.run(now, hashOf(token)));
		},
		remove: (token) => {
			remove.run(hashOf(token));
		},
		removeAll: () => database.exec("DELETE FROM sign_ins"),
		removeEnded: ({ signedInBefore, lastSeenBefore }) => {
			removeEnded.run(signedInBefore, lastSeenBefore);
		},
	};
}

/** Tokens are long and random, so there is nothing to guess at. */
function hashOf(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}
