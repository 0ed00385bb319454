import type { ShippedBlock, ShippingLog } from "../shipping/shipping-log.ts";
import { type ComparedDays, compareDays } from "./compare-days.ts";
import type { ClickHouse } from "./connect.ts";
import { EVENT_COLUMNS } from "./event-row.ts";
import type { AskedBlock, ReadBlock } from "./read-block.ts";
import { localTable, onCluster } from "./schema.ts";
import { literal, tabSeparated } from "./sql-text.ts";

export interface ShipperOptions {
	readonly log: ShippingLog;
	readonly clickHouse: ClickHouse;
	/** Name of the file, as in exports. */
	readonly source: string;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	/** Reads a block of the queue, in a separate thread. */
	readonly readBlock: (asked: AskedBlock) => Promise<ReadBlock | undefined>;
	/** Counts events by day, in a separate thread. */
	readonly countDays: ComparedDays["countDays"];
	readonly retentionDays: () => number;
	/** Called once when ClickHouse stops accepting events, and with `undefined` once it accepts them again. */
	readonly changed: (problem: unknown) => void;
	/** Called with the result of each comparison, until one finds no missing events. */
	readonly completed: (comparison: Comparison) => void;
}

export interface Comparison {
	readonly days: number;
	readonly events: number;
	/** Days (UTC) on which ClickHouse has fewer events than the file. */
	readonly differing: readonly string[];
}

export interface ShipperStatus {
	/** Whether ClickHouse answers questions: it was complete at least once. */
	readonly isComplete: boolean;
	/** Start of the current outage, in milliseconds since the Unix epoch. */
	readonly awaySince: number | undefined;
	readonly waiting: number;
	/** Milliseconds since the Unix epoch when the oldest waiting event was received. */
	readonly waitingSince: number | undefined;
}

/** ClickHouse handles a few large blocks better than many small ones. */
const BLOCK_EVENTS = 20_000;
const IDS_PER_TURN = 20_000;
const ERASURES_PER_TURN = 500;
/** Interval between checks of an empty queue. */
const IDLE_MS = 1_000;
/** Interval between comparisons while events are missing: each takes seconds, on both sides. */
const COMPARE_AGAIN_MS = 3_600_000;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;

/**
 * Ships the events of the file to ClickHouse, in the order in which they were written. The bounds of a block
 * are on disk before it is sent. An unacknowledged block is sent again with the same token: each event
 * arrives exactly once, even if either side is killed.
 */
export function startShipper(options: ShipperOptions) {
	const { log, clickHouse, source, now, readBlock, countDays, retentionDays } = options;
	const { address, command } = clickHouse;
	let timer: NodeJS.Timeout | undefined;
	let turn: Promise<void> = Promise.resolve();
	let isPrepared = false;
	let ahead: { readonly after: number; readonly block: ReturnType<typeof readBlock> } | undefined;
	let comparedAt: number | undefined;
	let isClosed = false;
	let awaySince: number | undefined;
	let retryMs = FIRST_RETRY_MS;

	const schedule = (delayMs: number): void => {
		if (isClosed) return;
		timer = setTimeout(() => {
			turn = run();
		}, delayMs);
		timer.unref();
	};
	const run = async (): Promise<void> => {
		try {
			const hasMore = await ship();
			if (awaySince !== undefined) options.changed(undefined);
			awaySince = undefined;
			retryMs = FIRST_RETRY_MS;
			schedule(hasMore ? 0 : IDLE_MS);
		} catch (error) {
			// The server may have lost its tables.
			isPrepared = false;
			if (awaySince === undefined && !isClosed) options.changed(error);
			awaySince ??= now();
			schedule(retryMs);
			retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
		}
	};
	/** @returns Whether there is more to ship. */
	const ship = async (): Promise<boolean> => {
		if (!isPrepared) await prepare();
		isPrepared = true;
		await clickHouse.setRetention(retentionDays());
		const hasMoreEvents = await shipBlock();
		const ids = await shipPersonIds();
		// After the block, which can contain an erased event.
		const erasures = await erase();
		const hasMore = hasMoreEvents || ids >= IDS_PER_TURN || erasures >= ERASURES_PER_TURN;
		if (!hasMore && !log.isComplete()) await complete();
		return hasMore;
	};
	/** Creates the schema. An empty or replaced ClickHouse gets all events again. */
	const prepare = async (): Promise<void> => {
		await clickHouse.prepare();
		if (log.shippedTo() === 0) return;
		const some = await clickHouse.rows(
			`SELECT 1 FROM ${address.database}.events WHERE source = ${literal(source)} LIMIT 1`,
		);
		if (some.length > 0) return;
		ahead = undefined;
		log.startOver();
	};
	/** @returns Whether there are more events to ship. */
	const shipBlock = async (): Promise<boolean> => {
		const pending = log.pending();
		const block = await readNext(pending);
		if (block === undefined) {
			// All events of the block were deleted, so nothing is left to send.
			if (pending !== undefined) log.acknowledge(pending);
			return false;
		}
		const { first, last, firstUuid, rows, isFull } = block;
		const shipped = pending ?? { first, last, token: `events-${first}-${last}-${firstUuid}` };
		if (pending === undefined) log.begin(shipped);
		if (isFull) readAhead(shipped.last);
		const { token } = shipped;
		await clickHouse.insert({ table: "events", columns: EVENT_COLUMNS, rows, token });
		log.acknowledge(shipped);
		return isFull || pending !== undefined;
	};
	const readNext = (pending: ShippedBlock | undefined): ReturnType<typeof readBlock> => {
		const known = ahead;
		ahead = undefined;
		if (pending !== undefined) {
			const { first, last } = pending;
			return readBlock({ source, limit: BLOCK_EVENTS, after: first - 1, last });
		}
		const after = log.shippedTo();
		return known?.after === after ? known.block : readBlock({ source, limit: BLOCK_EVENTS, after });
	};
	/** Reads the next block while ClickHouse stores the current one. */
	const readAhead = (after: number): void => {
		const block = readBlock({ source, limit: BLOCK_EVENTS, after });
		// A caller that awaits the block gets the error.
		block.catch(() => undefined);
		ahead = { after, block };
	};
	const shipPersonIds = async (): Promise<number> => {
		const due = log.duePersonIds(IDS_PER_TURN);
		if (due.length === 0) return 0;
		const lines = due.map(({ distinctId, person, sequence }) =>
			tabSeparated([distinctId, person, sequence]),
		);
		await clickHouse.insert({
			table: "person_ids",
			columns: ["distinct_id", "person", "sequence"],
			rows: [Buffer.from(lines.join(""))],
			// Only the newest row of an id counts, so a second copy changes nothing.
			token: undefined,
		});
		log.forgetPersonIds(due.at(-1)?.sequence ?? 0);
		return due.length;
	};
	const erase = async (): Promise<number> => {
		const due = log.dueErasures(ERASURES_PER_TURN);
		if (due.length === 0 || log.pending() !== undefined) return 0;
		// The block that was read ahead may contain erased events.
		ahead = undefined;
		const listed = due.map(({ distinctId }) => literal(distinctId)).join(", ");
		// A single limit for all ids: no erased event can arrive again later.
		const last = Math.max(...due.map(({ lastNumber }) => lastNumber));
		await command(
			`DELETE FROM ${localTable(address, "events")}${onCluster(address.cluster)}
			WHERE distinct_id IN (${listed}) AND NOT (source = ${literal(source)} AND number > ${last})`,
		);
		log.forgetErasures(due.at(-1)?.sequence ?? 0);
		return due.length;
	};
	/** Compares the events of both sides by day. ClickHouse answers questions only after that. */
	const complete = async (): Promise<void> => {
		if (comparedAt !== undefined && now() - comparedAt < COMPARE_AGAIN_MS) return;
		comparedAt = now();
		const days = await compareDays({
			...{ clickHouse, source, countDays },
			...{ retentionDays: retentionDays(), last: log.shippedTo(), now: now() },
		});
		const differing = days
			.filter(({ inFile, inClickHouse }) => inClickHouse < inFile)
			.map(({ day }) => day);
		const events = days.reduce((sum, { inFile }) => sum + inFile, 0);
		if (differing.length === 0) log.setComplete();
		options.completed({ days: days.length, events, differing });
	};
	schedule(0);
	return {
		status: (): ShipperStatus => ({
			isComplete: log.isComplete(),
			awaySince,
			waiting: log.waiting(),
			waitingSince: log.waitingSince(),
		}),
		/** Waits until the current block has arrived. */
		close: async (): Promise<void> => {
			isClosed = true;
			clearTimeout(timer);
			await turn;
		},
	};
}
