import type { DatabaseSync } from "node:sqlite";
import { DEPLOY_EVENT } from "../../../shared/analytics.ts";
import type { NewEvent } from "../new-event.ts";

/** Events of the site on the time axis: builds, revisions and notes. */
export interface Marks {
	/** @returns The stored mark. Replicas and restarts report the same build: its mark exists already. */
	readonly add: (mark: NewMark) => Mark;
	/** @returns Those of a range, `to` not included, in the order of time; the newest if there are more. */
	readonly list: (range: { readonly from: number; readonly to: number }) => readonly Mark[];
	/** @returns Whether there was such a mark. */
	readonly delete: (id: number) => boolean;
}

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
/** An author who saves every minute makes that many in a week. */
const MAX_MARKS = 10_000;
/** More lines would cover a chart. */
const MAX_LISTED = 1_000;
/** During an upgrade, replicas of both builds report theirs. */
const REPEATED_MS = 10 * 60_000;

export function createMarks(database: DatabaseSync): Marks {
	const columns = "id, at, kind, label, key";
	const insert = database.prepare(
		`INSERT INTO marks (at, kind, label, key) VALUES (?, ?, ?, ?) RETURNING ${columns}`,
	);
	const trim = database.prepare("DELETE FROM marks WHERE id <= ?");
	const newest = database.prepare(
		`SELECT ${columns} FROM marks WHERE kind = ? ORDER BY at DESC, id DESC LIMIT 1`,
	);
	const repeated = database.prepare(
		`SELECT ${columns} FROM marks WHERE kind = ? AND key = ? AND at BETWEEN ? AND ? LIMIT 1`,
	);
	const select = database.prepare(
		`SELECT ${columns} FROM marks WHERE at >= ? AND at < ? ORDER BY at DESC, id DESC LIMIT ?`,
	);
	const remove = database.prepare("DELETE FROM marks WHERE id = ?");
	// The casts hold because the columns are named after the fields and typed by a STRICT table.
	return {
		add: ({ at, kind, label, key }) => {
			if (key !== null) {
				const last = newest.get(kind) as Mark | undefined;
				if (last?.key === key) return last;
				const known = repeated.get(kind, key, at - REPEATED_MS, at + REPEATED_MS);
				if (known !== undefined) return known as unknown as Mark;
			}
			const mark = insert.get(at, kind, label, key) as unknown as Mark;
			trim.run(mark.id - MAX_MARKS);
			return mark;
		},
		list: ({ from, to }) => (select.all(from, to, MAX_LISTED) as unknown as Mark[]).toReversed(),
		delete: (id) => remove.run(id).changes === 1,
	};
}

/** @returns The mark of an event that says that a build or a revision is live. */
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
