import type { DatabaseSync } from "node:sqlite";
import type { Role } from "../../api-types/session.ts";

export interface NewUser {
	/** In lower case; empty for the first admin, until one is set. */
	readonly mail: string;
	readonly name: string;
	readonly role: Role;
	/** Ids of projects; `undefined` for all projects. */
	readonly projects: readonly string[] | undefined;
	/** Hash by scrypt; `null` until the user accepts the invitation. */
	readonly password: string | null;
	/** Hash of the token of an invitation. */
	readonly invitation: string | null;
	/** Milliseconds since the Unix epoch. */
	readonly invitedUntil: number | null;
}

export interface User extends NewUser {
	readonly id: number;
}

/** Id of the user with the password of the first start. Every file has this user. */
export const FIRST_ADMIN = 1;

export type Users = ReturnType<typeof createUsers>;

/** Accounts of the dashboard. */
export function createUsers(database: DatabaseSync) {
	const sql = database.createTagStore();
	return {
		get: (id: number): User | undefined => readUser(sql.get`SELECT * FROM users WHERE id = ${id}`),
		withMail: (mail: string): User | undefined =>
			readUser(sql.get`SELECT * FROM users WHERE mail = ${mail}`),
		firstAdmin: (): User =>
			// The schema inserts this row, and it is never deleted.
			readUser(sql.get`SELECT * FROM users WHERE id = ${FIRST_ADMIN}`) as User,
		list: (): readonly User[] =>
			sql.all`SELECT * FROM users ORDER BY id`.flatMap((row) => readUser(row) ?? []),
		count: (): number => Number(sql.get`SELECT count(*) AS count FROM users`?.["count"]),
		add: (user: NewUser): User => {
			const { lastInsertRowid } = sql.run`
				INSERT INTO users (mail, name, role) VALUES (${user.mail}, ${user.name}, ${user.role})
			`;
			return save({ ...user, id: Number(lastInsertRowid) });
		},
		save,
		/** Deletes a user with their sessions and keys. */
		delete: (id: number): void => {
			sql.run`DELETE FROM users WHERE id = ${id}`;
		},
	};

	function save(user: User): User {
		const projects = user.projects === undefined ? null : JSON.stringify(user.projects);
		sql.run`
			UPDATE users SET mail = ${user.mail}, name = ${user.name}, role = ${user.role},
				projects = ${projects}, password = ${user.password}, invitation = ${user.invitation},
				invited_until = ${user.invitedUntil}
			WHERE id = ${user.id}
		`;
		return user;
	}
}

/** The casts hold because a STRICT table types the columns, and only this file writes them. */
function readUser(row: Record<string, unknown> | undefined): User | undefined {
	if (row === undefined) return undefined;
	const { projects, invited_until: invitedUntil, ...user } = row;
	return {
		...user,
		invitedUntil,
		projects: projects === null ? undefined : JSON.parse(String(projects)),
	} as User;
}
