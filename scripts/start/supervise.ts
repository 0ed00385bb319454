import { setTimeout as delay } from "node:timers/promises";
import type { ServiceEnd, ServiceProcess } from "./service-process.ts";

/** Ctrl+C sends one signal directly and another through npm. A person's second Ctrl+C comes later. */
const SAME_SIGNAL_MS = 300;

/** Delays before restarts: the first one, doubled with each failure. */
const BACKOFF_MS = { first: 1000, longest: 30_000 };

/** A service that runs longer resets the delay. */
const STABLE_AFTER_MS = 60_000;

export type Start = () => ServiceProcess;

export interface SupervisionOptions {
	/** Functions that start the services, in the order of stopping. */
	readonly starts: readonly Start[];
	/** `process`, or a fake in tests. */
	readonly process: SignalSource;
	readonly print: (sentence: string) => void;
	/** Called once, when all services are ready. */
	readonly onReady: () => void;
	/** Resolves after the time, and rejects when the signal is aborted. */
	readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface SignalSource {
	on(signal: "SIGTERM" | "SIGINT", listener: () => void): unknown;
}

/**
 * Runs services together until a signal. A service that was ready once is restarted when it ends. A
 * service that ends before it was ready has a wrong configuration: then the others are stopped as well.
 * They stop one after the other, and a second signal kills them immediately.
 *
 * @returns The exit code: 0 after a signal if all services exit with 0; otherwise the code of the first
 * service that does not.
 */
export async function supervise(options: SupervisionOptions): Promise<number> {
	const { starts, process, print, onReady } = options;
	const stopping = new AbortController();
	const services = starts.map((start) => ({ start, process: start() }));
	Promise.all(services.map(({ process: started }) => started.ready))
		.then((ready) => {
			if (!ready.includes(false)) onReady();
		})
		.catch((error: unknown) => print(String(error)));
	const signaled = firstSignal(process, () => {
		for (const service of services) service.process.kill();
	});
	const failed = services.map((service) => restart(service, options, stopping.signal));
	const first = await Promise.race([signaled, ...failed]);
	stopping.abort();
	const codes = first === "signal" ? [] : [failureFrom(first)];
	for (const { process: last } of services) {
		if (last.isRunning()) last.terminate();
		codes.push((await last.exited).code);
	}
	return codes.find((code) => code !== 0) ?? 0;
}

/** Restarts one service whenever it ends. @returns The exit code of a service that was never ready. */
async function restart(
	service: { readonly start: Start; process: ServiceProcess },
	{ print, wait = waitFor }: SupervisionOptions,
	signal: AbortSignal,
): Promise<number> {
	let delayMs = BACKOFF_MS.first;
	let wasReady = false;
	for (;;) {
		const { name, ready, exited } = service.process;
		const startedMs = performance.now();
		const end = await exited;
		wasReady = (await ready) || wasReady;
		if (signal.aborted || !wasReady) return end.code;
		if (performance.now() - startedMs > STABLE_AFTER_MS) delayMs = BACKOFF_MS.first;
		print(`The service "${name}" ended ${causeOf(end)}: it restarts in ${delayMs / 1000} s`);
		// Rejected by a signal.
		await wait(delayMs, signal).catch(() => undefined);
		if (signal.aborted) return end.code;
		delayMs = Math.min(delayMs * 2, BACKOFF_MS.longest);
		service.process = service.start();
	}
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
	await delay(ms, undefined, { signal });
}

function causeOf({ code, signal }: ServiceEnd): string {
	return signal === undefined ? `with exit code ${code}` : `by the signal ${signal}`;
}

/** A service that ends without a signal has failed, regardless of its exit code. */
function failureFrom(code: number): number {
	return code === 0 ? 1 : code;
}

function firstSignal(process: SignalSource, onSecond: () => void): Promise<"signal"> {
	let firstAt: number | undefined;
	return new Promise((resolve) => {
		const onSignal = (): void => {
			if (firstAt === undefined) {
				firstAt = performance.now();
				resolve("signal");
			} else if (performance.now() - firstAt > SAME_SIGNAL_MS) onSecond();
		};
		process.on("SIGTERM", onSignal);
		process.on("SIGINT", onSignal);
	});
}
