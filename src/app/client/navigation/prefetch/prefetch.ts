import type { Payload } from "../../../../shared/page/payload.ts";
import type { Clock } from "../../browser-clock.ts";

export interface PrefetchOptions {
	readonly loadPayload: (key: PrefetchKey) => Promise<Payload | undefined>;
	readonly clock: Clock;
	/** Runs the work when the browser has nothing better to do. */
	readonly whenIdle: (work: () => void) => void;
	/** Hears of a payload that was taken a while after it was fetched. */
	readonly onTakenLate: (key: PrefetchWish, payload: Promise<Payload | undefined>) => void;
	/** Whether the visitor's line is for that, asked each time. */
	readonly mayPrefetch: () => boolean;
}

/** Whose payload is wanted. */
export interface PrefetchWish {
	/** Decoded, without base path. */
	readonly path: string;
	/** With its question mark, or empty. */
	readonly query: string;
}

/** What a payload is fetched by. */
export interface PrefetchKey extends PrefetchWish {
	readonly signal: AbortSignal;
}

export interface Prefetcher {
	/** For a link that can be seen: fetched when there is nothing better to do. */
	readonly later: (path: string, query: string) => void;
	/** For a link that is pointed at or focused: fetched at once. */
	readonly now: (path: string, query: string) => void;
	/** @returns What was prefetched of this page, or is on its way; each can be taken once. */
	readonly take: (path: string, query: string) => Promise<Payload | undefined> | undefined;
	/** Forgets what waits, and ends what is under way: a navigation needs the line. */
	readonly drop: () => void;
}

/** More at once would take the line from what the visitor does ask for. */
const MAX_AT_ONCE = 2;

/** A page with a thousand links is no reason for a thousand requests. */
const MAX_PER_PAGE = 24;

/** A page that was saved meanwhile must not be shown in its old form for long. */
const FRESH_MS = 30_000;

/** What is older than this is shown at once, and asked for once more. */
const SURE_MS = 200;

/** Fetches payloads before they are asked for, so that the click finds them there. */
export function createPrefetcher(options: PrefetchOptions): Prefetcher {
	const { clock } = options;
	const waiting = new Map<string, PrefetchWish>();
	const fetched = new Map<string, Fetched>();
	/** Those of `fetched` that were not taken and have no answer yet. */
	const droppable = new Map<string, AbortController>();
	let underWay = 0;
	let fetchedOfPage = 0;

	function isKnown(key: string): boolean {
		const known = fetched.get(key);
		return known !== undefined && clock.now() - known.startedMs < FRESH_MS;
	}

	function later(path: string, query: string): void {
		const key = path + query;
		if (isKnown(key) || !options.mayPrefetch()) return;
		waiting.set(key, { path, query });
		options.whenIdle(fetchNext);
	}

	function now(path: string, query: string): void {
		const key = path + query;
		waiting.delete(key);
		if (!isKnown(key) && options.mayPrefetch()) start(key, { path, query });
	}

	function fetchNext(): void {
		const [next] = waiting;
		if (next === undefined || underWay >= MAX_AT_ONCE || fetchedOfPage >= MAX_PER_PAGE) return;
		const [key, wish] = next;
		waiting.delete(key);
		fetchedOfPage += 1;
		start(key, wish);
	}

	function start(key: string, { path, query }: PrefetchWish): void {
		const controller = new AbortController();
		const { signal } = controller;
		underWay += 1;
		const payload = options
			.loadPayload({ path, query, signal })
			// A navigation makes its own attempt, and learns of the failure from that.
			.catch(() => undefined)
			.finally(() => {
				underWay -= 1;
				options.whenIdle(fetchNext);
			});
		const entry: Fetched = { payload, startedMs: clock.now() };
		fetched.set(key, entry);
		droppable.set(key, controller);
		void payload.then((value) => {
			if (droppable.get(key) === controller) droppable.delete(key);
			// An error may be over by the time of the click, which then asks for itself.
			const isOfUse = value !== undefined && value.kind !== "error";
			if (!isOfUse && fetched.get(key) === entry) fetched.delete(key);
		});
	}

	function take(path: string, query: string): Promise<Payload | undefined> | undefined {
		const key = path + query;
		const known = isKnown(key) ? fetched.get(key) : undefined;
		// What is taken belongs to the navigation, and is not ended with the rest.
		droppable.delete(key);
		fetched.delete(key);
		if (known !== undefined && clock.now() - known.startedMs > SURE_MS) {
			options.onTakenLate({ path, query }, known.payload);
		}
		return known?.payload;
	}

	function drop(): void {
		waiting.clear();
		fetchedOfPage = 0;
		for (const [key, controller] of droppable) {
			controller.abort();
			fetched.delete(key);
		}
		droppable.clear();
		for (const key of fetched.keys()) if (!isKnown(key)) fetched.delete(key);
	}

	return { later, now, take, drop };
}

interface Fetched {
	readonly payload: Promise<Payload | undefined>;
	readonly startedMs: number;
}
