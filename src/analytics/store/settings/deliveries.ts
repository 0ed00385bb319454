import type { DatabaseSync } from "node:sqlite";

/** Messages to webhooks: those that wait for an attempt, and a log of the others. */
export interface Deliveries {
	readonly add: (delivery: NewDelivery) => void;
	/** @returns Those whose time has come, the oldest first. */
	readonly due: (now: number) => readonly Delivery[];
	/** @param nextAttemptAt `null`: it has arrived, or was given up. */
	readonly attempted: (id: string, outcome: string, nextAttemptAt: number | null) => void;
	/** @returns The newest first. */
	readonly list: () => readonly Delivery[];
}

export interface NewDelivery {
	readonly id: string;
	/** Name of the alert. */
	readonly alert: string;
	readonly url: string;
	readonly body: string;
	/** Milliseconds since the Unix epoch. */
	readonly madeAt: number;
}

export interface Delivery extends NewDelivery {
	readonly attempts: number;
	readonly nextAttemptAt: number | null;
	readonly outcome: string | null;
}

const MAX_KEPT = 1_000;
const MAX_LISTED = 50;

export function createDeliveries(database: DatabaseSync): Deliveries {
	const columns =
		"id, alert, url, body, made_at AS madeAt, attempts, next_attempt_at AS nextAttemptAt, outcome";
	const insert = database.prepare(
		"INSERT INTO deliveries (id, alert, url, body, made_at, next_attempt_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
	);
	const trim = database.prepare(
		"DELETE FROM deliveries WHERE rowid <= (SELECT max(rowid) FROM deliveries) - ?",
	);
	const selectDue = database.prepare(
		`SELECT ${columns} FROM deliveries WHERE next_attempt_at <= ? ORDER BY rowid LIMIT 20`,
	);
	const update = database.prepare(
		"UPDATE deliveries SET attempts = attempts + 1, outcome = ?, next_attempt_at = ? WHERE id = ?",
	);
	const select = database.prepare(`SELECT ${columns} FROM deliveries ORDER BY rowid DESC LIMIT ?`);
	// The casts hold because the columns are named after the fields and typed by a STRICT table.
	return {
		add: ({ id, alert, url, body, madeAt }) => {
			insert.run(id, alert, url, body, madeAt);
			trim.run(MAX_KEPT);
		},
		due: (now) => selectDue.all(now) as unknown as readonly Delivery[],
		attempted: (id, outcome, nextAttemptAt) => {
			update.run(outcome, nextAttemptAt, id);
		},
		list: () => select.all(MAX_LISTED) as unknown as readonly Delivery[],
	};
}
