import type { Logger } from "pino";

export interface ShutdownOptions {
	readonly log: Logger;
	/** After this long the process leaves, whatever still runs. */
	readonly deadlineMs: number;
	/** Told first, before anything closes, so that readiness can turn 503. */
	readonly drain: () => void;
	/** Stops accepting, finishes what is under way, closes what is open. */
	readonly close: () => Promise<void>;
	/** `process`, or a stand-in in tests. */
	readonly process: Pick<NodeJS.Process, "on" | "exit">;
}

/**
 * A terminal and a service manager signal a whole group of processes, and the one that
 * started us passes it on once more: what arrives within this time is the same signal.
 */
const SAME_SIGNAL_MS = 300;

/**
 * Leaves on SIGTERM or SIGINT in order: drain, close, exit 0. A second signal, or the
 * deadline, ends the process at once with exit code 1.
 */
export function shutDownOnSignal(options: ShutdownOptions): void {
	let state: "running" | "signaled" | "leaving" = "running";
	const onSignal = (signal: string): void => {
		if (state === "leaving") {
			options.log.warn({ signal }, "Second signal: leaving at once");
			options.process.exit(1);
		}
		if (state !== "running") return;
		state = "signaled";
		setTimeout(() => {
			state = "leaving";
		}, SAME_SIGNAL_MS).unref();
		void leave(signal, options);
	};
	// By itself, Node would open a port for a debugger.
	options.process.on("SIGUSR1", () => undefined);
	options.process.on("SIGTERM", onSignal);
	options.process.on("SIGINT", onSignal);
}

async function leave(
	signal: string,
	{ log, deadlineMs, drain, close, process }: ShutdownOptions,
): Promise<void> {
	log.info({ signal }, "Shutting down");
	const deadline = setTimeout(() => {
		log.error({ deadlineMs }, "The deadline for shutting down has passed");
		process.exit(1);
	}, deadlineMs);
	deadline.unref();
	try {
		drain();
		await close();
		log.info("Shut down");
		process.exit(0);
	} catch (error) {
		log.error({ err: error }, "Shutting down failed");
		process.exit(1);
	}
}
