import type { Settings } from "../settings/settings.ts";
import { DAY_MS, HOUR_MS } from "../totals/roll-up.ts";

const MAX_DRIFT_MS = HOUR_MS;
const PAUSE_MS = DAY_MS;
/** Interval between two writes of the time to the file. */
const NOTE_MS = 60_000;

const SEEN_KEY = "clock-seen-at";
const PAUSED_KEY = "retention-paused-until";

/**
 * Detects jumps of the wall clock. After a jump, retention by age pauses for a day. Compares the wall clock
 * with the monotonic clock, and at a start with the last stored time.
 */
export type ClockGuard = ReturnType<typeof createClockGuard>;

/** @param monotonic Milliseconds since an arbitrary point in time. An operator cannot set this clock. */
export function createClockGuard(
	settings: Settings,
	now: () => number,
	monotonic: () => number = () => performance.now(),
) {
	let seenAt = Number(settings.get(SEEN_KEY) ?? now());
	let notedAt = Number.NEGATIVE_INFINITY;
	let lastLook = monotonic();
	return {
		/** Compares the clocks. The service calls it every 10 seconds. */
		observe: (): void => {
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
		/** @returns End of the pause in milliseconds since the Unix epoch; `undefined` without a pause. */
		pausedUntil: (): number | undefined => {
			const until = Number(settings.get(PAUSED_KEY) ?? 0);
			return until > now() ? until : undefined;
		},
		/** Ends the pause: the operator confirms the clock. */
		resume: (): void => settings.delete(PAUSED_KEY),
	};
}

export function describePause(until: number): string {
	return `The clock jumped by more than an hour: no events are deleted by age until ${new Date(until).toISOString()}, unless an admin confirms the time in Settings`;
}
