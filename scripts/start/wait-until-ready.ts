import { setTimeout as delay } from "node:timers/promises";
import { type Address, originOf } from "./address.ts";

const POLL_MS = 50;

/**
 * Polls a service until it is ready.
 *
 * @returns Whether it became ready; `false` when `signal` was aborted first.
 */
export async function waitUntilReady(address: Address, signal: AbortSignal): Promise<boolean> {
	while (!signal.aborted) {
		if (await isReady(address, signal)) return true;
		// An aborted delay ends the loop.
		await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
	}
	return false;
}

async function isReady(address: Address, signal: AbortSignal): Promise<boolean> {
	try {
		return (await fetch(`${originOf(address)}/readyz`, { signal })).ok;
	} catch {
		// The service does not listen yet.
		return false;
	}
}
