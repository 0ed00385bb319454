import { setTimeout as delay } from "node:timers/promises";

/**
 * Waits for a clean-up, but not for ever. Vitest has no limit for the clean-up of a fixture,
 * and one that hung has held up a whole run.
 *
 * @returns Whether it settled within `milliseconds`; a failure in time is thrown.
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
