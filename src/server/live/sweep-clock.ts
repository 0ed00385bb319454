/** What one look at the folder was like. */
export interface Look {
	readonly tookMs: number;
	/** Whether it found anything new. */
	readonly hasChanged: boolean;
	/** Whether the folder is not there: nothing tells when it is back. */
	readonly isLost: boolean;
	/** Whether the system had told that something has happened. */
	readonly isHinted: boolean;
}

const TRUSTING_MS = 10_000;
const DOUBTING_MS = 1000;

/** Looking may take this share of the time of one processor. */
const MAX_SHARE = 1 / 30;

/**
 * Says when to look without having been told to.
 *
 * Network mounts, ConfigMaps and the folders that desktop systems share with their machines
 * send no events, or not all. Nobody can tell by their names: what counts is whether the last
 * change was announced.
 */
export class SweepClock {
	#isTrusting = false;
	#tookMs = 0;

	looked({ tookMs, hasChanged, isHinted, isLost }: Look): void {
		this.#tookMs = tookMs;
		if (isLost) this.#isTrusting = false;
		else if (hasChanged) this.#isTrusting = isHinted;
	}

	nextMs(): number {
		return Math.max(this.#isTrusting ? TRUSTING_MS : DOUBTING_MS, this.#tookMs / MAX_SHARE);
	}
}
