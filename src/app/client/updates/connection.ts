import { latestBuildPath } from "../../../shared/builds/build-meta.ts";
import type { Clock } from "../browser-clock.ts";

export interface ConnectionOptions {
	readonly page: Window;
	readonly basePath: string;
	readonly clock: Clock;
}

/** Reachability of the server. */
export type Connection = ReturnType<typeof createConnection>;

/** A slower server counts as unreachable. */
const REACHABLE_WITHIN_MS = 5000;

/** Back-off between checks; the last value repeats. */
const ASK_AFTER_MS: readonly number[] = [2000, 4000, 8000, 15_000];

/**
 * Sends requests, because `navigator.onLine` only reports a network. Without a network a browser can
 * reach its own machine; with one it may not reach the server.
 */
export function createConnection({ page, basePath, clock }: ConnectionOptions) {
	const waiters = new Set<() => void>();
	let cancel: (() => void) | undefined;
	let asked = 0;
	let isAsking = false;
	page.addEventListener("online", askSoon);
	page.document.addEventListener("visibilitychange", askSoon);
	return { isReachable, whenBack, loadPart };

	/** Sends one check now. */
	async function isReachable(): Promise<boolean> {
		try {
			const signal = AbortSignal.timeout(REACHABLE_WITHIN_MS);
			const url = basePath + latestBuildPath(Date.now());
			return !isFromGateway(await page.fetch(url, { method: "HEAD", signal }));
		} catch {
			// A document would fail for the same reason.
			return false;
		}
	}

	/** Polls until the server answers, then calls each waiter once. */
	function whenBack(waiter: () => void): void {
		waiters.add(waiter);
		if (cancel === undefined && !isAsking) schedule();
	}

	/**
	 * Loads a part of the app. If the server does not answer, retries when it does.
	 *
	 * @throws The cause of the failure, when the server answers.
	 */
	async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
		try {
			return await load();
		} catch (cause) {
			if (await isReachable()) throw cause;
			await new Promise<void>(whenBack);
			return loadPart(load);
		}
	}

	function schedule(): void {
		const pause = ASK_AFTER_MS[asked] ?? ASK_AFTER_MS.at(-1) ?? 0;
		cancel = clock.after(pause, () => void ask());
	}

	function askSoon(): void {
		if (waiters.size === 0 || isAsking) return;
		cancel?.();
		asked = 0;
		void ask();
	}

	async function ask(): Promise<void> {
		cancel = undefined;
		// A hidden tab checks when it is shown.
		if (page.document.hidden) return;
		asked += 1;
		isAsking = true;
		const isBack = await isReachable();
		isAsking = false;
		if (!isBack) return schedule();
		asked = 0;
		const waiting = [...waiters];
		waiters.clear();
		for (const waiter of waiting) waiter();
	}
}

/** Whether a proxy answered because it cannot reach the server. */
export function isFromGateway({ status }: Pick<Response, "status">): boolean {
	return status >= 502 && status <= 504;
}
