import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";

export interface ServiceProcessOptions {
	readonly name: string;
	/** Absolute path of the built entry. */
	readonly entry: string;
	readonly environment: NodeJS.ProcessEnv;
}

/** A service that runs as a child of this process and shares its output. */
export interface ServiceProcess {
	readonly name: string;
	/** Resolves with the exit code when the process has ended; never rejects. */
	readonly exited: Promise<number>;
	isRunning(): boolean;
	/** Sends SIGTERM. `exited` waits for the end. */
	terminate(): void;
	/** Sends SIGKILL. */
	kill(): void;
}

/** As in the image: threads share one malloc arena, and semi-spaces have 4 MB instead of 16 MB. */
export const MEMORY_ENVIRONMENT = {
	MALLOC_ARENA_MAX: "1",
	NODE_OPTIONS: "--max-semi-space-size=4",
} as const;

/** Starts a service. Its log goes to standard output, as one JSON object per line. */
export function startService({ name, entry, environment }: ServiceProcessOptions): ServiceProcess {
	const child = spawn(process.execPath, [entry], {
		env: { ...MEMORY_ENVIRONMENT, ...environment },
		stdio: ["ignore", "inherit", "inherit"],
	});
	return {
		name,
		exited: exitCodeOf(child),
		isRunning: () => child.exitCode === null && child.signalCode === null,
		terminate: () => void child.kill("SIGTERM"),
		kill: () => void child.kill("SIGKILL"),
	};
}

/** Returns 128 plus the signal's number for a process that a signal ended, as in a shell. */
function exitCodeOf(child: ChildProcess): Promise<number> {
	return new Promise((resolve) => {
		child.once("exit", (code, signal) =>
			resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
		);
		child.once("error", () => resolve(1));
	});
}
