import type { ShippingLog } from "../shipping/shipping-log.ts";
import type { ClickHouse } from "./connect.ts";
import { EVENT_COLUMNS } from "./event-row.ts";
import type { AskedSessions, ReadSessions } from "./read-block.ts";
import { localTable, onCluster } from "./schema.ts";
import { literal } from "./sql-text.ts";

export interface ChangedSessionsOptions {
	readonly log: ShippingLog;
	readonly clickHouse: ClickHouse;
	/** Name of the file, as in exports. */
	readonly source: string;
	/** Reads the shipped events of some sessions again, with current facts, in a separate thread. */
	readonly readSessionsAgain: (asked: AskedSessions) => Promise<ReadSessions>;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

const SESSIONS_PER_TURN = 1_000;
/** Interval between passes, since each deletion adds masks to parts of the table. Late events can wait. */
const INTERVAL_MS = 60_000;
const DELETED_PER_STATEMENT = 5_000;

/**
 * A shipped event has the facts of its session at that time. A late event can change the session's start and
 * traits: the shipped events of the session are then sent again.
 *
 * @returns A function that sends a batch of them and returns whether there are more. Call it only while no
 * block is being sent.
 */
export function createChangedSessions({
	log,
	clickHouse,
	source,
	readSessionsAgain,
	now,
}: ChangedSessionsOptions): () => Promise<boolean> {
	let shippedAt = 0;
	const deleteEarlier = async (
		{ numbers, days }: Pick<ReadSessions, "numbers" | "days">,
		revision: number,
	): Promise<void> => {
		const { address, command } = clickHouse;
		const listedDays = days.map(literal).join(", ");
		for (let first = 0; first < numbers.length; first += DELETED_PER_STATEMENT) {
			const listed = numbers.slice(first, first + DELETED_PER_STATEMENT).join(", ");
			await command(
				`DELETE FROM ${localTable(address, "events")}${onCluster(address.cluster)}
				WHERE source = ${literal(source)} AND day IN (${listedDays}) AND number IN (${listed})
					AND revision < ${revision}`,
			);
		}
	};
	return async () => {
		if (now() - shippedAt < INTERVAL_MS) return false;
		const begun = log.pendingSessions();
		const due = log
			.dueSessions(SESSIONS_PER_TURN)
			.filter(({ sequence }) => begun === undefined || sequence <= begun.lastSequence);
		const lastSequence = begun?.lastSequence ?? due.at(-1)?.sequence;
		if (lastSequence === undefined) return false;
		const { numbers, days, rows } = await readSessionsAgain({
			...{ source, last: log.shippedTo(), revision: lastSequence },
			sessions: due.map(({ session }) => session),
		});
		const sessions = begun ?? { lastSequence, token: `sessions-${lastSequence}-${now()}` };
		if (begun === undefined) log.beginSessions(sessions);
		if (numbers.length > 0) {
			const { token } = sessions;
			await clickHouse.insert({ table: "events", columns: EVENT_COLUMNS, rows, token });
			// Deletes after the insert: a kill in between loses no event, and the token prevents a second copy.
			await deleteEarlier({ numbers, days }, lastSequence);
		}
		log.acknowledgeSessions(sessions);
		const hasMore = begun !== undefined || due.length >= SESSIONS_PER_TURN;
		if (!hasMore) shippedAt = now();
		return hasMore;
	};
}
