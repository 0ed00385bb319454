import type { LatestBuild } from "../../../shared/builds/latest-build.ts";
import type { Clock } from "../browser-clock.ts";

export interface FreshnessOptions {
	/** Milliseconds between two checks. */
	readonly pollMs: number;
	readonly fetchLatest: () => Promise<LatestBuild>;
	readonly isVisible: () => boolean;
	readonly clock: Clock;
	/** From 0 up to, but not including, 1. */
	readonly random: () => number;
	/** Hears which build the server runs. */
	readonly onBuild: (buildId: string) => void;
	/** Hears why a check has come to nothing. */
	readonly onFailure: (error: unknown) => void;
}

export interface Freshness {
	/** Begins to ask from time to time. */
	readonly start: () => void;
	/** To be told when the tab is shown or hidden, or comes back from the back-forward cache. */
	readonly visibilityChanged: () => void;
}

/** A tab that was asked about this recently need not ask again when it is shown. */
const RECENTLY_SHARE = 1 / 10;

/** How far a tab may wander from the regular interval, either way. */
const JITTER_SHARE = 1 / 10;

/** Over how much of the interval tabs spread that are shown at the same moment. */
const WAKE_SHARE = 1 / 30;

/**
 * Watches whether the build that this tab runs is still the live one.
 *
 * The answer is acted upon at the next navigation, so that no page is replaced while it is
 * read. A hidden tab asks nothing.
 */
export function createFreshness(options: FreshnessOptions): Freshness {
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

	function visibilityChanged(): void {
		if (!options.isVisible()) {
			cancel?.();
			cancel = undefined;
			return;
		}
		const wasAskedRecently = clock.now() - lastCheckMs < pollMs * RECENTLY_SHARE;
		schedule((wasAskedRecently ? pollDelayMs : wakeDelayMs)(pollMs, random()));
	}

	return {
		start: () => {
			if (options.isVisible()) schedule(pollDelayMs(pollMs, random()));
		},
		visibilityChanged,
	};
}

/** Tabs that were opened by the same event drift apart instead of asking in step forever. */
export function pollDelayMs(pollMs: number, random: number): number {
	return pollMs * (1 + JITTER_SHARE * (2 * random - 1));
}

/** Tabs that wake together, such as after a power cut, do not ask together. */
export function wakeDelayMs(pollMs: number, random: number): number {
	return pollMs * WAKE_SHARE * random;
}
