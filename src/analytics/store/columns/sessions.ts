/** Maximum gap between two events of a visitor's session. After a longer gap, a new session starts. */
export const SESSION_GAP_MS = 30 * 60_000;

/** Events of one day (UTC), sorted by time. */
export interface SessionEvents {
	/** Milliseconds since the start of the day. */
	readonly times: ArrayLike<number>;
	/** Whether an event is part of a visit: not 0. */
	readonly visits: ArrayLike<number>;
	/** Numbers of the clients' sessions; 0: none. */
	readonly clients: ArrayLike<number>;
	/** Numbers of the visitors on that day; 0: none. */
	readonly visitors: ArrayLike<number>;
	/** Numbers of the distinct ids, which identify visitors without a number. */
	readonly ids: ArrayLike<number>;
}

export interface FoundSessions {
	/** Session of each event, from 1; 0: outside of visits. */
	readonly sessions: Uint32Array;
	/** By session, the number of the client's session in ascending order; 0: a session of a visitor. */
	readonly clients: Float64Array;
	/** By session, the visitor in the order of first events, from 1; 0: the distinct id is the visitor. */
	readonly visitors: Uint32Array;
	/** Highest number of a visitor plus 1. */
	readonly visitorCount: number;
}

/**
 * The definition of a session within a day. Events with the session of a client belong to this session. Other
 * events of a visitor belong to one session until a gap of more than `SESSION_GAP_MS`. `join-sessions.ts`
 * connects a client's session over midnight.
 */
export function findSessions({
	times,
	visits,
	clients,
	visitors,
	ids,
}: SessionEvents): FoundSessions {
	const found = new Uint32Array(times.length);
	/** By session in the order of first events: the client's session, and the visitor. */
	const numbers: number[] = [0];
	const visitorOf: number[] = [0];
	const ofClient = new Map<number, number>();
	const ofVisitor = new Map<number, { session: number; at: number }>();
	const numberOfKey = new Map<number, number>();
	const begin = (client: number, key: number): number => {
		visitorOf.push(
			key === 0 ? 0 : numberOfKey.getOrInsertComputed(key, () => numberOfKey.size + 1),
		);
		return numbers.push(client) - 1;
	};
	for (let index = 0; index < found.length; index += 1) {
		if (visits[index] === 0) continue;
		const client = clients[index] as number;
		const key = visitors[index] as number;
		if (client !== 0) {
			found[index] = ofClient.getOrInsertComputed(client, () => begin(client, key));
			continue;
		}
		const at = times[index] as number;
		const who = key === 0 ? -(ids[index] as number) : key;
		const known = ofVisitor.getOrInsertComputed(who, () => ({ session: begin(0, key), at }));
		if (at - known.at > SESSION_GAP_MS) known.session = begin(0, key);
		known.at = at;
		found[index] = known.session;
	}
	return sortByNumber({ found, numbers, visitorOf, visitorCount: numberOfKey.size + 1 });
}

/** Sorts sessions by number, so that two days are compared in one pass. */
function sortByNumber({
	found,
	numbers,
	visitorOf,
	visitorCount,
}: {
	readonly found: Uint32Array;
	readonly numbers: readonly number[];
	readonly visitorOf: readonly number[];
	readonly visitorCount: number;
}): FoundSessions {
	// The sort is stable: 0, which stands for no session, stays the first.
	const order = [...numbers.keys()].toSorted(
		(a, b) => (numbers[a] as number) - (numbers[b] as number),
	);
	const placeOf = new Uint32Array(order.length);
	for (const [place, session] of order.entries()) placeOf[session] = place;
	return {
		sessions: found.map((session) => placeOf[session] as number),
		clients: Float64Array.from(order, (session) => numbers[session] as number),
		visitors: Uint32Array.from(order, (session) => visitorOf[session] as number),
		visitorCount,
	};
}
