import type { LatestBuild } from "../../../shared/builds/build-meta.ts";
import type { Clock } from "../browser-clock.ts";

export interface FreshnessOptions {
	/** Milliseconds between two checks. */
	readonly pollMs: number;
	readonly fetchLatest: () => Promise<LatestBuild>;
	readonly isVisible: () => boolean;
	readonly clock: Clock;
	/** From 0 up to, but not including, 1. */
	readonly random: () => number;
	/** Called with the build that the server runs. */
	readonly onBuild: (buildId: string) => void;
	/** Called with the cause of a failed check. */
	readonly onFailure: (error: unknown) => void;
}

/** A tab that checked within this share of the interval does not check when it is shown. */
const RECENTLY_SHARE = 1 / 10;

/** Jitter around the interval, in both directions. */
const JITTER_SHARE = 1 / 10;

/** Tabs that are shown at the same time spread their checks over this share of the interval. */
const WAKE_SHARE = 1 / 30;

/**
 * Polls for the live build while the tab is visible. Only the next navigation acts on the result,
 * so that no page is replaced while the visitor reads it.
 */
export function createFreshness(options: FreshnessOptions) {
	const { pollMs, clock, random } = options;
	let lastCheckMs = Number.NEGATIVE_INFINITY;
	let cancel: (() => void) | undefined;

	function schedule(delayMs: number): void {
		cancel?.();
		cancel = clock.after(delayMs, () => void check());
	}

	async function check(): Promise<void> {
		cancel = undefined;
		lastCheckMs = clock.now();
		try {
			options.onBuild((await options.fetchLatest()).id);
		} catch (error) {
			// Offline is not stale: a reload would replace a working page with an error.
			options.onFailure(error);
		}
		if (options.isVisible() && cancel === undefined) schedule(pollDelayMs(pollMs, random()));
	}

	/** Called when the tab is shown or hidden, or returns from the back-forward cache. */
	function visibilityChanged(): void {
		if (!options.isVisible()) {
			cancel?.();
			cancel = undefined;
			return;
		}
		const wasAskedRecently = clock.now() - lastCheckMs < pollMs * RECENTLY_SHARE;
		schedule((wasAskedRecently ? pollDelayMs : wakeDelayMs)(pollMs, random()));
	}

	/** Starts polling. */
	function start(): void {
		if (options.isVisible()) schedule(pollDelayMs(pollMs, random()));
	}

	return { start, visibilityChanged };
}

/** With jitter: tabs that were opened together do not poll together. */
export function pollDelayMs(pollMs: number, random: number): number {
	return pollMs * (1 + JITTER_SHARE * (2 * random - 1));
}

/** Spread: tabs that wake together do not poll together. */
export function wakeDelayMs(pollMs: number, random: number): number {
	return pollMs * WAKE_SHARE * random;
}
