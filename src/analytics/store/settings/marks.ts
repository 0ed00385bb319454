import type { DatabaseSync } from "node:sqlite";

/** What happened to the site, on the axis of time: builds, revisions, and notes of people. */
export interface Marks {
	/** @returns The mark as it is kept; of what the site says twice, the one that is there already. */
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
	/** Which build or revision it is; `null` for notes. */
	readonly key: string | null;
}

export interface Mark extends NewMark {
	readonly id: number;
}

/** A site that is edited every minute writes that many in a week; then the oldest go. */
const MAX_MARKS = 10_000;
/** More would be a wall in every picture. */
const MAX_LISTED = 1_000;
/** Replicas say the same within this time, and those of an older build once more in between. */
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
