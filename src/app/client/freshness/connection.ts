import { latestBuildPath } from "../../../shared/builds/latest-build.ts";
import type { Clock } from "../browser-clock.ts";

export interface ConnectionOptions {
	readonly page: Window;
	readonly basePath: string;
	readonly clock: Clock;
}

/** Whether the server is there. */
export interface Connection {
	/** Asks now. */
	readonly isReachable: () => Promise<boolean>;
	/** Asks from now on and again, until the server answers. Each waiter is called once. */
	readonly whenBack: (waiter: () => void) => void;
	/**
	 * Loads a part of the app, and once more when the server is back if it was away.
	 *
	 * @throws What the loading has thrown, when the server is there.
	 */
	readonly loadPart: <Part>(load: () => Promise<Part>) => Promise<Part>;
}

/** A server that takes longer to name its build cannot be said to be there. */
const REACHABLE_WITHIN_MS = 5000;

/** The pauses between questions; the last one stays. */
const ASK_AFTER_MS: readonly number[] = [2000, 4000, 8000, 15_000];

/**
 * Asked and not looked up in `navigator.onLine`: a browser without a network may well reach its
 * own machine, and one with a network not the server.
 */
export function createConnection({ page, basePath, clock }: ConnectionOptions): Connection {
	const waiters = new Set<() => void>();
	let cancel: (() => void) | undefined;
	let asked = 0;
	let isAsking = false;
	page.addEventListener("online", askSoon);
	page.document.addEventListener("visibilitychange", askSoon);
	return { isReachable, whenBack, loadPart };

	async function isReachable(): Promise<boolean> {
		try {
			const signal = AbortSignal.timeout(REACHABLE_WITHIN_MS);
			const url = basePath + latestBuildPath(Date.now());
			return !isFromGateway(await page.fetch(url, { method: "HEAD", signal }));
		} catch {
			// What has kept the answer away would keep a document away too.
			return false;
		}
	}

	function whenBack(waiter: () => void): void {
		waiters.add(waiter);
		if (cancel === undefined && !isAsking) schedule();
	}

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
		// A hidden tab asks when it is shown.
		if (page.document.hidden) return;
		asked += 1;
		isAsking = true;
		const isBack = await isReachable();
		isAsking = false;
		if (!isBack) return schedule();
		asked = 0;
		const told = [...waiters];
		waiters.clear();
		for (const waiter of told) waiter();
	}
}

/** Whether a proxy has answered in the place of a server that it cannot reach. */
export function isFromGateway({ status }: Pick<Response, "status">): boolean {
	return status >= 502 && status <= 504;
}
