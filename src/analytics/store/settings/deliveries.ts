import type { DatabaseSync } from "node:sqlite";

export interface NewDelivery {
	/** The same for each attempt. */
	readonly id: string;
	/** Name of the alert. */
	readonly alert: string;
	/** URL of a webhook, or `mailto:` and comma-separated addresses. */
	readonly url: string;
	/** JSON. */
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

/** Queue of messages to webhooks and mail addresses, with a log of finished ones. */
export function createDeliveries(database: DatabaseSync) {
	const sql = database.createTagStore();
	// The casts hold because the columns are named after the fields and typed by a STRICT table.
	return {
		add: ({ id, alert, url, body, madeAt }: NewDelivery): void => {
			sql.run`
				INSERT INTO deliveries (id, alert, url, body, made_at, next_attempt_at)
				VALUES (${id}, ${alert}, ${url}, ${body}, ${madeAt}, ${madeAt})
			`;
			sql.run`
				DELETE FROM deliveries WHERE rowid <= (SELECT max(rowid) FROM deliveries) - ${MAX_KEPT}
			`;
		},
		/** @returns At most 20 due messages, oldest first. */
		due: (now: number): readonly Delivery[] =>
			sql.all`
				SELECT id, alert, url, body, made_at AS madeAt, attempts,
					next_attempt_at AS nextAttemptAt, outcome FROM deliveries
				WHERE next_attempt_at <= ${now} ORDER BY rowid LIMIT 20
			` as unknown as readonly Delivery[],
		/** @param nextAttemptAt `null` if the message was delivered or will not be retried. */
		attempted: (id: string, outcome: string, nextAttemptAt: number | null): void => {
			sql.run`
				UPDATE deliveries SET attempts = attempts + 1, outcome = ${outcome},
					next_attempt_at = ${nextAttemptAt} WHERE id = ${id}
			`;
		},
		/** @returns The last 50 messages, newest first. */
		list: (): readonly Delivery[] =>
			sql.all`
				SELECT id, alert, url, body, made_at AS madeAt, attempts,
					next_attempt_at AS nextAttemptAt, outcome FROM deliveries
				ORDER BY rowid DESC LIMIT ${MAX_LISTED}
			` as unknown as readonly Delivery[],
	};
}
