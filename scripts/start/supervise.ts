import type { ServiceProcess } from "./service-process.ts";

/** Ctrl+C sends one signal directly and another through npm. A person's second Ctrl+C comes later. */
const SAME_SIGNAL_MS = 300;

export interface SupervisionOptions {
	/** Services in the order of stopping. */
	readonly services: readonly ServiceProcess[];
	/** `process`, or a fake in tests. */
	readonly process: SignalSource;
}

export interface SignalSource {
	on(signal: "SIGTERM" | "SIGINT", listener: () => void): unknown;
}

/**
 * Runs services together until a signal or the end of one service. Then stops the others one after
 * the other. A second signal kills them immediately.
 *
 * @returns The exit code: 0 after a signal if all services exit with 0; otherwise the code of the first
 * service that does not.
 */
export async function supervise({ services, process }: SupervisionOptions): Promise<number> {
	const signaled = firstSignal(process, () => {
		for (const service of services) service.kill();
	});
	const died = Promise.race(services.map((service) => service.exited));
	const first = await Promise.race([signaled, died]);
	const codes = first === "signal" ? [] : [failureFrom(first)];
	for (const service of services) {
		if (service.isRunning()) service.terminate();
		codes.push(await service.exited);
	}
	return codes.find((code) => code !== 0) ?? 0;
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
