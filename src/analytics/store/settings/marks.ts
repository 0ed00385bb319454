import type { DatabaseSync } from "node:sqlite";
import { DEPLOY_EVENT } from "../../../shared/analytics.ts";
import type { NewEvent } from "../new-event.ts";

export interface NewMark {
	/** Milliseconds since the Unix epoch. */
	readonly at: number;
	readonly kind: "build" | "revision" | "note";
	readonly label: string;
	/** Id of the build or revision; `null` for notes. */
	readonly key: string | null;
}

export interface Mark extends NewMark {
	readonly id: number;
}

const MAX_TEXT_LENGTH = 200;
/** About a week of an author who saves every minute. */
const MAX_MARKS = 10_000;
/** More lines would cover a chart. */
const MAX_LISTED = 1_000;
/** During an upgrade, replicas of both builds report theirs. */
const REPEATED_MS = 10 * 60_000;

/** Events of the site on the time axis: builds, revisions and notes. */
export function createMarks(database: DatabaseSync) {
	const sql = database.createTagStore();
	// The casts hold because the columns are named after the fields and typed by a STRICT table.
	return {
		/** @returns The stored mark, or the existing one: replicas and restarts report the same build. */
		add: ({ at, kind, label, key }: NewMark): Mark => {
			if (key !== null) {
				const last = sql.get`
					SELECT * FROM marks WHERE kind = ${kind} ORDER BY at DESC, id DESC LIMIT 1
				` as Mark | undefined;
				if (last?.key === key) return last;
				const repeated = sql.get`
					SELECT * FROM marks WHERE kind = ${kind} AND key = ${key}
						AND at BETWEEN ${at - REPEATED_MS} AND ${at + REPEATED_MS} LIMIT 1
				` as Mark | undefined;
				if (repeated !== undefined) return repeated;
			}
			const mark = sql.get`
				INSERT INTO marks (at, kind, label, key) VALUES (${at}, ${kind}, ${label}, ${key})
				RETURNING *
			` as unknown as Mark;
			sql.run`DELETE FROM marks WHERE id <= ${mark.id - MAX_MARKS}`;
			return mark;
		},
		/** @returns Marks of a range, `to` excluded, oldest first; only the newest 1,000. */
		list: ({ from, to }: { readonly from: number; readonly to: number }): readonly Mark[] => {
			const newest = sql.all`
				SELECT * FROM marks WHERE at >= ${from} AND at < ${to}
				ORDER BY at DESC, id DESC LIMIT ${MAX_LISTED}
			`;
			return (newest as unknown as Mark[]).toReversed();
		},
		/** @returns Whether the mark existed. */
		delete: (id: number): boolean => sql.run`DELETE FROM marks WHERE id = ${id}`.changes === 1,
	};
}

/** @returns The mark for an event that reports a live build or revision. */
export function deployMark({ event, timestamp, properties }: NewEvent): NewMark | undefined {
	if (event !== DEPLOY_EVENT) return undefined;
	const { kind, version, description } = properties;
	const key = textOf(version) ?? "";
	return {
		kind: kind === "revision" ? kind : "build",
		at: timestamp,
		key,
		label: textOf(description) ?? (key || DEPLOY_EVENT),
	};
}

function textOf(value: unknown): string | undefined {
	return typeof value === "string" && value !== "" ? value.slice(0, MAX_TEXT_LENGTH) : undefined;
}
