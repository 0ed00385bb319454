import { setTimeout as delay } from "node:timers/promises";

/**
 * Waits for a clean-up with a time-out. Vitest has no time-out for the clean-up of a fixture,
 * so one that hangs would block the whole run.
 *
 * @returns Whether it finished within `milliseconds`; a rejection in time is thrown.
 */
export async function settledWithin(
	work: Promise<unknown>,
	milliseconds: number,
): Promise<boolean> {
	const timer = new AbortController();
	try {
		return await Promise.race([
			work.then(() => true),
			delay(milliseconds, false, { signal: timer.signal, ref: false }),
		]);
	} finally {
		timer.abort();
	}
}
