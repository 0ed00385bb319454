import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";

export interface ShutdownOptions {
	readonly log: Logger;
	/** After this long the process leaves, whatever still runs. */
	readonly deadlineMs: number;
	/** Told first, before anything closes, so that readiness can turn 503. */
	readonly drain: () => void;
	/** Stops accepting, finishes what is under way, closes what is open. */
	readonly close: () => Promise<void>;
	/** Whether a thread cannot be ended, since it waits for a disk. */
	readonly isThreadStuck?: () => boolean;
	/** `process`, or a stand-in in tests. */
	readonly process: Pick<
		NodeJS.Process,
		"on" | "once" | "exit" | "kill" | "pid" | "getActiveResourcesInfo"
	>;
}

/**
 * A terminal and a service manager signal a whole group of processes, and the one that
 * started us passes it on once more: what arrives within this time is the same signal.
 */
const SAME_SIGNAL_MS = 300;

/** Of a disk that answers: what was asked of it last is done by then. */
const LAST_ANSWERS_MS = 500;

const LOOK_AGAIN_MS = 20;

/**
 * Leaves on SIGTERM or SIGINT in order: drain, close, exit 0. A second signal, or the
 * deadline, ends the process at once with exit code 1.
 */
export function shutDownOnSignal(options: ShutdownOptions): void {
	let state: "running" | "signaled" | "leaving" = "running";
	const onSignal = (signal: string): void => {
		if (state === "leaving") {
			options.log.warn({ signal }, "Second signal: leaving at once");
			end(options, 1);
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

async function leave(signal: string, options: ShutdownOptions): Promise<void> {
	const { log, deadlineMs, drain, close } = options;
	log.info({ signal }, "Shutting down");
	const deadline = setTimeout(() => {
		log.error({ deadlineMs }, "The deadline for shutting down has passed");
		end(options, 1);
	}, deadlineMs);
	deadline.unref();
	try {
		drain();
		await close();
		await answersOfDisks(options);
		log.info("Shut down");
		end(options, 0);
	} catch (error) {
		log.error({ err: error }, "Shutting down failed");
		end(options, 1);
	}
}

async function answersOfDisks(options: ShutdownOptions): Promise<void> {
	const until = performance.now() + LAST_ANSWERS_MS;
	while (isStuck(options) && performance.now() < until) await delay(LOOK_AGAIN_MS);
}

/** Node waits at its end for its threads, and one that waits for a disk that hangs never ends. */
function end(options: ShutdownOptions, code: 0 | 1): void {
	const { log, process } = options;
	if (isStuck(options)) {
		log.error("A disk does not answer what was asked of it: the process ends itself by SIGKILL");
		// After those that write the last lines of the log.
		process.once("exit", () => process.kill(process.pid, "SIGKILL"));
	}
	process.exit(code);
}

function isStuck({ isThreadStuck, process }: ShutdownOptions): boolean {
	const asksDisks = process.getActiveResourcesInfo().some((name) => DISK_REQUEST.test(name));
	return asksDisks || isThreadStuck?.() === true;
}

const DISK_REQUEST = /^(?:FSReq|FileHandleCloseReq)/;
