import type { Settings } from "../settings/settings.ts";

/** Notices leaps of the wall clock, after which nothing is deleted by age for a while. */
export interface ClockGuard {
	/** Compares the clocks. Called every few seconds. */
	readonly observe: () => void;
	/** @returns Until when nothing is deleted by age, if so. Milliseconds since the Unix epoch. */
	readonly pausedUntil: () => number | undefined;
	/** The operator says that the clock is right. */
	readonly resume: () => void;
}

export interface Clocks {
	/** The wall clock. Milliseconds since the Unix epoch. */
	readonly now: () => number;
	/** Milliseconds since some moment; never set by hand. */
	readonly monotonic: () => number;
}

const HOUR_MS = 3_600_000;
const MAX_DRIFT_MS = HOUR_MS;
const PAUSE_MS = 24 * HOUR_MS;
/** Interval between two writes of the time to the file. */
const NOTE_MS = 60_000;

const SEEN_KEY = "clock-seen-at";
const PAUSED_KEY = "retention-paused-until";

/**
 * While the process runs, the wall clock is compared with the monotonic clock; at a start, with
 * the time of its last record.
 */
export function createClockGuard(settings: Settings, { now, monotonic }: Clocks): ClockGuard {
	let seenAt = Number(settings.get(SEEN_KEY) ?? now());
	let notedAt = Number.NEGATIVE_INFINITY;
	let lastLook = monotonic();
	return {
		observe: () => {
			const look = monotonic();
			const expected = seenAt + look - lastLook;
			const time = now();
			if (Math.abs(time - expected) > MAX_DRIFT_MS) {
				settings.set(PAUSED_KEY, String(time + PAUSE_MS));
				notedAt = Number.NEGATIVE_INFINITY;
			}
			seenAt = time;
			lastLook = look;
			if (look - notedAt < NOTE_MS) return;
			settings.set(SEEN_KEY, String(time));
			notedAt = look;
		},
		pausedUntil: () => {
			const until = Number(settings.get(PAUSED_KEY) ?? 0);
			return until > now() ? until : undefined;
		},
		resume: () => settings.delete(PAUSED_KEY),
	};
}

export function describePause(until: number): string {
	return `The clock leapt by more than an hour: no events are deleted by age until ${new Date(until).toISOString()}, unless Settings confirm the time`;
}
