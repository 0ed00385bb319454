import type { DatabaseSync } from "node:sqlite";

export interface NewChange {
	/** Milliseconds since the Unix epoch. */
	readonly at: number;
	/** Name of a user or of a key. */
	readonly who: string;
	/** Summary of the route. */
	readonly what: string;
	/** Key, id or name of the changed object; empty for settings. */
	readonly target: string;
	/** Id of the project. */
	readonly project: string;
}

export interface Change extends NewChange {
	readonly id: number;
}

const KEPT_MS = 400 * 86_400_000;

/** Audit log of the last 400 days. */
export function createChanges(database: DatabaseSync) {
	const sql = database.createTagStore();
	return {
		add: ({ at, who, what, target, project }: NewChange): void => {
			sql.run`
				INSERT INTO changes (at, who, what, target, project)
				VALUES (${at}, ${who}, ${what}, ${target}, ${project})
			`;
			sql.run`DELETE FROM changes WHERE at < ${at - KEPT_MS}`;
		},
		/** @param before Id of a change: lists only older ones. @returns Changes, newest first. */
		list: (
			now: number,
			{ before, limit }: { readonly before: number; readonly limit: number },
		): readonly Change[] =>
			// The columns are named after the fields and typed by a STRICT table.
			sql.all`
				SELECT * FROM changes WHERE id < ${before} AND at >= ${now - KEPT_MS}
				ORDER BY id DESC LIMIT ${limit}
			` as unknown as readonly Change[],
	};
}
