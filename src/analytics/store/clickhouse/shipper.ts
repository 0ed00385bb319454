import type { ShippedBlock } from "../shipping/shipping-log.ts";
import { ChangedSessions, type ChangedSessionsOptions } from "./changed-sessions.ts";
import { type ComparedDays, compareDays } from "./compare-days.ts";
import { EVENT_COLUMNS } from "./event-row.ts";
import type { AskedBlock, ReadBlock } from "./read-block.ts";
import { localTable, onCluster } from "./schema.ts";
import { literal } from "./sql-text.ts";
import { tabSeparated } from "./tab-separated.ts";

export interface ShipperOptions extends ChangedSessionsOptions {
	/** Reads a stretch of the queue, in a thread of its own. */
	readonly readBlock: (asked: AskedBlock) => Promise<ReadBlock | undefined>;
	/** Counts there too. */
	readonly countDays: ComparedDays["countDays"];
	readonly retentionDays: () => number;
	/** Told once when ClickHouse no longer takes events, and once when it does again. */
	readonly changed: (problem: unknown) => void;
	/** Told what the first comparison of all days said. */
	readonly completed: (comparison: Comparison) => void;
}

export interface Comparison {
	readonly days: number;
	readonly events: number;
	/** Days (UTC) of which ClickHouse has another number of events. */
	readonly differing: readonly string[];
}

export interface ShipperStatus {
	/** Whether questions are answered by ClickHouse: it has once had everything. */
	readonly isComplete: boolean;
	/** Since when it does not take events, in milliseconds since the Unix epoch. */
	readonly awaySince: number | undefined;
	readonly waiting: number;
	/** When the oldest event that waits was received. */
	readonly waitingSince: number | undefined;
}

/** ClickHouse likes few large blocks better than many small ones. */
const BLOCK_EVENTS = 20_000;
const IDS_PER_TURN = 20_000;
const ERASURES_PER_TURN = 500;
/** Between two looks at the queue while nothing is left of it. */
const IDLE_MS = 1_000;
/** Between two comparisons of all days that differ: each takes seconds, on both sides. */
const COMPARE_AGAIN_MS = 3_600_000;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;

/**
 * Ships the events of the file to ClickHouse, in the order in which they were written. The bounds of a
 * block are on disk before it is sent, and a block that was not acknowledged is sent again with the
 * same token: each event arrives exactly once, whichever side is killed.
 */
export class Shipper {
	readonly #options: ShipperOptions;
	#timer: NodeJS.Timeout | undefined;
	#turn: Promise<void> = Promise.resolve();
	#isPrepared = false;
	#ahead: { readonly after: number; readonly block: Promise<ReadBlock | undefined> } | undefined;
	#comparedAt: number | undefined;
	#isClosed = false;
	#awaySince: number | undefined;
	#retryMs = FIRST_RETRY_MS;
	readonly #sessions: ChangedSessions;

	constructor(options: ShipperOptions) {
		this.#options = options;
		this.#sessions = new ChangedSessions(options);
	}

	start(): void {
		this.#schedule(0);
	}

	status(): ShipperStatus {
		const { log } = this.#options;
		return {
			isComplete: log.isComplete(),
			awaySince: this.#awaySince,
			waiting: log.waiting(),
			waitingSince: log.waitingSince(),
		};
	}

	/** Lets the block that is under way arrive. */
	async close(): Promise<void> {
		this.#isClosed = true;
		clearTimeout(this.#timer);
		await this.#turn;
	}

	#schedule(delayMs: number): void {
		if (this.#isClosed) return;
		this.#timer = setTimeout(() => {
			this.#turn = this.#run();
		}, delayMs);
		this.#timer.unref();
	}

	async #run(): Promise<void> {
		try {
			const hasMore = await this.#ship();
			if (this.#awaySince !== undefined) this.#options.changed(undefined);
			this.#awaySince = undefined;
			this.#retryMs = FIRST_RETRY_MS;
			this.#schedule(hasMore ? 0 : IDLE_MS);
		} catch (error) {
			// The server may have lost its tables meanwhile.
			this.#isPrepared = false;
			if (this.#awaySince === undefined && !this.#isClosed) this.#options.changed(error);
			this.#awaySince ??= this.#options.now();
			this.#schedule(this.#retryMs);
			this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
		}
	}

	/** @returns Whether there is more to ship. */
	async #ship(): Promise<boolean> {
		const { log, clickHouse, retentionDays } = this.#options;
		if (!this.#isPrepared) await this.#prepare();
		this.#isPrepared = true;
		await clickHouse.setRetention(retentionDays());
		const hasMoreEvents = await this.#shipBlock();
		const ids = await this.#shipPersonIds();
		// After the block: an erased event may have been part of it.
		const erasures = await this.#erase();
		const hasMoreSessions = !hasMoreEvents && (await this.#sessions.ship());
		const hasMore =
			hasMoreEvents || hasMoreSessions || ids >= IDS_PER_TURN || erasures >= ERASURES_PER_TURN;
		if (!hasMore && !log.isComplete()) await this.#complete();
		return hasMore;
	}

	/** A ClickHouse that has lost its events, or is another than before, gets all of them again. */
	async #prepare(): Promise<void> {
		const { log, clickHouse, source } = this.#options;
		await clickHouse.prepare();
		if (log.shippedTo() === 0) return;
		const some = await clickHouse.rows(
			`SELECT 1 FROM ${clickHouse.address.database}.events WHERE source = ${literal(source)} LIMIT 1`,
		);
		if (some.length > 0) return;
		this.#ahead = undefined;
		log.startOver();
	}

	/** @returns Whether there is more. */
	async #shipBlock(): Promise<boolean> {
		const { log, clickHouse } = this.#options;
		const pending = log.pending();
		const read = await this.#read(pending);
		if (read === undefined) {
			// Nothing of the block is left to be sent again.
			if (pending !== undefined) log.acknowledge(pending);
			return false;
		}
		const { first, last, firstUuid, rows, isFull } = read;
		const block = pending ?? { first, last, token: `${first}-${last}-${firstUuid}` };
		if (pending === undefined) log.begin(block);
		const { token } = block;
		if (isFull) this.#readAhead(block.last);
		await clickHouse.insert({ table: "events", columns: EVENT_COLUMNS, rows, token });
		log.acknowledge(block);
		return isFull || pending !== undefined;
	}

	#read(pending: ShippedBlock | undefined): Promise<ReadBlock | undefined> {
		const { log, readBlock, source } = this.#options;
		const ahead = this.#ahead;
		this.#ahead = undefined;
		if (pending !== undefined) {
			return readBlock({
				source,
				limit: BLOCK_EVENTS,
				after: pending.first - 1,
				last: pending.last,
			});
		}
		const after = log.shippedTo();
		return ahead?.after === after ? ahead.block : readBlock({ source, limit: BLOCK_EVENTS, after });
	}

	/** One side reads while the other stores. */
	#readAhead(after: number): void {
		const { readBlock, source } = this.#options;
		const block = readBlock({ source, limit: BLOCK_EVENTS, after });
		// The error is thrown where the block is awaited, if it is.
		block.catch(() => undefined);
		this.#ahead = { after, block };
	}

	async #shipPersonIds(): Promise<number> {
		const { log, clickHouse } = this.#options;
		const due = log.duePersonIds(IDS_PER_TURN);
		if (due.length === 0) return 0;
		const lines = due.map(({ distinctId, person, sequence }) =>
			tabSeparated([distinctId, person, sequence]),
		);
		await clickHouse.insert({
			table: "person_ids",
			columns: ["distinct_id", "person", "sequence"],
			rows: [Buffer.from(lines.join(""))],
			// Only the newest row of an id counts: a second copy changes nothing.
			token: undefined,
		});
		log.forgetPersonIds(due.at(-1)?.sequence ?? 0);
		return due.length;
	}

	async #erase(): Promise<number> {
		const { log, clickHouse, source } = this.#options;
		const due = log.dueErasures(ERASURES_PER_TURN);
		if (due.length === 0 || log.pending() !== undefined) return 0;
		// The block that was read ahead may contain erased events.
		this.#ahead = undefined;
		const { address, command } = clickHouse;
		const listed = due.map(({ distinctId }) => literal(distinctId)).join(", ");
		// One limit for all: an erased event cannot arrive again later.
		const last = Math.max(...due.map(({ lastNumber }) => lastNumber));
		await command(
			`DELETE FROM ${localTable(address, "events")}${onCluster(address.cluster)}
			WHERE distinct_id IN (${listed}) AND NOT (source = ${literal(source)} AND number > ${last})`,
		);
		log.forgetErasures(due.at(-1)?.sequence ?? 0);
		return due.length;
	}

	/** Compares what both have, by day, before questions are answered by the other. */
	async #complete(): Promise<void> {
		const { log, clickHouse, source, completed, countDays, retentionDays, now } = this.#options;
		if (this.#comparedAt !== undefined && now() - this.#comparedAt < COMPARE_AGAIN_MS) return;
		this.#comparedAt = now();
		const days = await compareDays({
			...{ clickHouse, source, countDays },
			...{ retentionDays: retentionDays(), last: log.shippedTo(), now: now() },
		});
		const differing = days
			.filter(({ inFile, inClickHouse }) => inClickHouse < inFile)
			.map(({ day }) => day);
		const events = days.reduce((sum, { inFile }) => sum + inFile, 0);
		if (differing.length === 0) log.setComplete();
		completed({ days: days.length, events, differing });
	}
}
