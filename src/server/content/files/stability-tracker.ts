/** An unfinished write changes the state of a file within this time. */
export const SETTLED_AFTER_MS = 50;

/** Editors that save through a temporary file remove the original for a short time. */
export const GONE_AFTER_MS = 120;

/** Time for a file that looks truncated to grow. A deliberate truncation has the same delay. */
export const DOUBTFUL_FOR_MS = 2000;

/** Milliseconds of a monotonic clock that all threads of this process share. */
export function sharedNowMs(): number {
	return Number(process.hrtime.bigint()) / 1e6;
}

/** Decides which changes of a folder apply at once, and which have to wait. */
export interface Settling {
	/**
	 * @param name Name of the checked item, such as a file.
	 * @param state Compared with the state at earlier looks.
	 * @returns Whether the state is unchanged for at least `forMs`; if not, another look follows.
	 */
	readonly isSettled: (name: string, state: string, forMs: number) => boolean;
}

/** For a first look, or for a look without a repetition. */
export const SETTLED: Settling = { isSettled: () => true };

/**
 * Measures how long states stay unchanged, from one look to the next.
 *
 * Timestamps of files are compared with each other and never with our clock, because they may be
 * from another machine.
 */
export class StabilityTracker implements Settling {
	readonly #now: () => number;
	#since = new Map<string, SeenState>();
	#seen = new Map<string, SeenState>();
	#waitsMs: number[] = [];
	#isBusy = false;

	/** @param now Milliseconds of a monotonic clock. */
	constructor(now: () => number) {
		this.#now = now;
	}

	isSettled(name: string, state: string, forMs: number): boolean {
		const before = this.#since.get(name);
		const sighting = before?.state === state ? before : { state, sinceMs: this.#now() };
		this.#seen.set(name, sighting);
		const leftMs = sighting.sinceMs + forMs - this.#now();
		if (leftMs > 0) this.#waitsMs.push(leftMs);
		if (leftMs > 0 && forMs <= GONE_AFTER_MS) this.#isBusy = true;
		return leftMs <= 0;
	}

	/** Whether this look found a recent change, after which more changes may follow. */
	isBusy(): boolean {
		return this.#isBusy;
	}

	/** Ends a look. @returns Milliseconds until the next look, or `undefined` if everything is settled. */
	finishLook(): number | undefined {
		const waitMs = this.#waitsMs.length === 0 ? undefined : Math.min(...this.#waitsMs);
		this.#since = this.#seen;
		this.#seen = new Map();
		this.#waitsMs = [];
		this.#isBusy = false;
		return waitMs;
	}
}

interface SeenState {
	readonly state: string;
	readonly sinceMs: number;
}
