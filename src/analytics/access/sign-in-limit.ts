import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** Slows down who guesses at the password; the owner is never shut out for good. */
export interface SignInLimit {
	/** @returns For how long an address has to wait before it may try, in milliseconds; 0: it may. */
	readonly waitMs: (address: string) => number;
	/** @returns How often in a row the address was wrong. */
	readonly failed: (address: string) => number;
	readonly succeeded: (address: string) => void;
}

/** So many slips of a finger cost nothing. */
const FREE_FAILURES = 5;
/** Doubled with every further failure, up to the longest. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** Who has been quiet for so long starts anew. */
const FORGET_MS = 15 * 60_000;
/** Some megabytes at most, however many addresses try. */
const MAX_ADDRESSES = 10_000;
/** Of all addresses together, a minute. Beyond it, every address that has failed once waits. */
const MAX_FAILURES_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

interface Failures {
	readonly count: number;
	readonly lastAt: number;
}

/** @param now Milliseconds since the Unix epoch. */
export function createSignInLimit(now: () => number): SignInLimit {
	const failures = new LRUCache<string, Failures>({ max: MAX_ADDRESSES });
	let minute = { startedAt: 0, failures: 0 };

	const read = (address: string): Failures | undefined => {
		const known = failures.get(networkOf(address));
		return known === undefined || now() - known.lastAt > FORGET_MS ? undefined : known;
	};
	const isFlooded = (): boolean =>
		now() - minute.startedAt < MINUTE_MS && minute.failures >= MAX_FAILURES_PER_MINUTE;
	return {
		waitMs: (address) => {
			const known = read(address);
			if (known === undefined || known.count === 0) return 0;
			const own = known.lastAt + waitAfter(known.count) - now();
			// An address that has not failed yet may try even then: it may be the owner's.
			const flood = isFlooded() ? minute.startedAt + MINUTE_MS - now() : 0;
			return Math.max(0, own, flood);
		},
		failed: (address) => {
			const time = now();
			if (time - minute.startedAt >= MINUTE_MS) minute = { startedAt: time, failures: 0 };
			minute = { ...minute, failures: minute.failures + 1 };
			const count = (read(address)?.count ?? 0) + 1;
			failures.set(networkOf(address), { count, lastAt: time });
			return count;
		},
		succeeded: (address) => {
			failures.set(networkOf(address), { count: 0, lastAt: now() });
		},
	};
}

function waitAfter(count: number): number {
	if (count < FREE_FAILURES) return 0;
	return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - FREE_FAILURES));
}

const SUBSCRIBER_BITS = 64;

/** One subscriber has 2⁶⁴ IPv6 addresses; they count as one. */
function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return address;
	const parsed = ipaddr.process(address);
	if (parsed.kind() === "ipv4") return parsed.toString();
	return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${SUBSCRIBER_BITS}`).toString();
}
