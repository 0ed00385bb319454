/** A visitor who is silent for longer has left; what comes next is a new session. */
export const SESSION_GAP_MS = 30 * 60_000;

/** Events of one visitor without a gap, as they are counted together. Times are milliseconds. */
export interface Session {
	readonly id: number;
	readonly startedAt: number;
	endedAt: number;
	views: number;
	events: number;
	entryPage: number | undefined;
	exitPage: number | undefined;
	/** Numbers of the traits' values, in the order of `VISIT_TRAITS`. */
	readonly traits: readonly (number | undefined)[];
	/** Number of the first session of the same visitor on the same day. */
	readonly visitor: number;
	isStored: boolean;
}

/** What is known of one visitor on one day. */
export interface VisitorDay {
	readonly visitor: Uint8Array;
	/** Whole days since the Unix epoch, UTC. */
	readonly day: number;
	/** What this visitor has been counted for today, so that nothing counts them twice. */
	readonly seen: Set<number>;
	/** In the order in which they began. A visitor key lives for a day, so these are few. */
	readonly sessions: Session[];
}

/** @returns The session that an event of that moment belongs to, late arrivals included. */
export function sessionAt({ sessions }: VisitorDay, timestamp: number): Session | undefined {
	return sessions.findLast(
		({ startedAt, endedAt }) =>
			timestamp >= startedAt - SESSION_GAP_MS && timestamp <= endedAt + SESSION_GAP_MS,
	);
}

/** Marks are value · 32 + dimension. */
const MARK_RANGE = 32;

/** @returns Whether this is the first time. */
export function markSeen({ seen }: VisitorDay, dimension: number, value: number): boolean {
	const mark = value * MARK_RANGE + dimension;
	if (seen.has(mark)) return false;
	seen.add(mark);
	return true;
}
