/** A write that is not over shows within this time as another state. */
export const SETTLED_AFTER_MS = 50;

/** Editors that save by way of another file leave none for a moment. */
export const GONE_AFTER_MS = 120;

/** A file that looks cut off is given this long to grow; an author who did cut it waits as long. */
export const DOUBTFUL_FOR_MS = 2000;

/** Milliseconds of a clock that never goes back, and that all threads of this process share. */
export function sharedNowMs(): number {
	return Number(process.hrtime.bigint()) / 1e6;
}

/** What a look at a folder takes up at once, and what has to wait. */
export interface Settling {
	/**
	 * @param name What is looked at, such as a file.
	 * @param state Compared with what it was at earlier looks.
	 * @returns Whether it has been so for at least `forMs`; if not, there will be another look.
	 */
	readonly isSettled: (name: string, state: string, forMs: number) => boolean;
}

/** For a first look, or one that cannot be repeated. */
export const SETTLED: Settling = { isSettled: () => true };

/**
 * Watches how long things have been as they are, from one look to the next.
 *
 * Time stamps of files are compared with each other and never with our clock, since they may
 * be those of another machine.
 */
export class SettlingLooks implements Settling {
	readonly #now: () => number;
	#since = new Map<string, Sighting>();
	#seen = new Map<string, Sighting>();
	#waitsMs: number[] = [];
	#isBusy = false;

	/** @param now Milliseconds of a clock that never goes back. */
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

	/** Whether something has changed a moment ago, at this look: there may be more to come. */
	isBusy(): boolean {
		return this.#isBusy;
	}

	/** Ends a look. @returns After how many milliseconds to look again, or `undefined` if all is settled. */
	finishLook(): number | undefined {
		const waitMs = this.#waitsMs.length === 0 ? undefined : Math.min(...this.#waitsMs);
		this.#since = this.#seen;
		this.#seen = new Map();
		this.#waitsMs = [];
		this.#isBusy = false;
		return waitMs;
	}
}

interface Sighting {
	readonly state: string;
	readonly sinceMs: number;
}
