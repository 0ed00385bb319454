import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { logFailure } from "./observability/log-failure.ts";

export interface ShutdownOptions {
	readonly log: Logger;
	/** Time after which the process exits, even if work is unfinished. */
	readonly deadlineMs: number;
	/** Called before `close`, so that readiness changes to 503. */
	readonly drain: () => void;
	/** Stops accepting requests, finishes current requests, and closes resources. */
	readonly close: () => Promise<void>;
	/** Whether a thread cannot end because it waits for a disk. */
	readonly isThreadStuck?: () => boolean;
	/** `process`, or a fake in tests. */
	readonly process: Pick<
		NodeJS.Process,
		"on" | "once" | "exit" | "kill" | "pid" | "getActiveResourcesInfo"
	>;
}

/**
 * Terminals and service managers signal a whole group of processes, and the parent process forwards the
 * signal again. Signals within this time count as one.
 */
const SAME_SIGNAL_MS = 300;

/** A working disk finishes the last operations within this time. */
const LAST_ANSWERS_MS = 500;

const LOOK_AGAIN_MS = 20;

/**
 * On SIGTERM or SIGINT: drains, closes, and exits with code 0. A second signal or the deadline ends
 * the process at once with code 1.
 */
export function shutDownOnSignal(options: ShutdownOptions): void {
	let state: "running" | "signaled" | "leaving" = "running";
	const onSignal = (signal: string): void => {
		if (state === "leaving") {
			options.log.warn({ signal }, "Second signal: exiting immediately");
			end(options, 1);
		}
		if (state !== "running") return;
		state = "signaled";
		setTimeout(() => {
			state = "leaving";
		}, SAME_SIGNAL_MS).unref();
		leave(signal, options).catch(logFailure(options.log, "Shutting down failed"));
	};
	// Without a listener, Node opens a port for a debugger.
	options.process.on("SIGUSR1", () => undefined);
	options.process.on("SIGTERM", onSignal);
	options.process.on("SIGINT", onSignal);
}

async function leave(signal: string, options: ShutdownOptions): Promise<void> {
	const { log, deadlineMs, drain, close } = options;
	log.info({ signal }, "Shutting down");
	const deadline = setTimeout(() => {
		log.error({ deadlineMs }, "The deadline for the shutdown has passed");
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

/** Kills the process if a disk hangs: at exit, Node waits for its threads, and that thread never ends. */
function end(options: ShutdownOptions, code: 0 | 1): void {
	const { log, process } = options;
	if (isStuck(options)) {
		// The cause is unknown: a disk hangs, or many requests wait for their turn.
		log.warn("Requests to a disk are unfinished: the process ends itself with SIGKILL");
		// Runs after the exit listeners that write the last lines of the log.
		process.once("exit", () => process.kill(process.pid, "SIGKILL"));
	}
	process.exit(code);
}

function isStuck({ isThreadStuck, process }: ShutdownOptions): boolean {
	const asksDisks = process.getActiveResourcesInfo().some((name) => DISK_REQUEST.test(name));
	return asksDisks || isThreadStuck?.() === true;
}

const DISK_REQUEST = /^(?:FSReq|FileHandleCloseReq)/;
