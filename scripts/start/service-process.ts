import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import type { ServicePlan } from "./plan-services.ts";
import { waitUntilReady } from "./wait-until-ready.ts";

/** The end of a process. */
export interface ServiceEnd {
	/** 128 plus the signal's number for a process that a signal ended, as in a shell. */
	readonly code: number;
	readonly signal?: NodeJS.Signals;
}

/** A service that runs as a child of this process and shares its output. */
export interface ServiceProcess {
	readonly name: string;
	/** Resolves with `true` when the service is ready, and with `false` when it ends before. Never rejects. */
	readonly ready: Promise<boolean>;
	/** Resolves when the process has ended; never rejects. */
	readonly exited: Promise<ServiceEnd>;
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

/** As in docker-compose.yml: 2 MB saves 3.5 MB of a site. The analytics service holds more events at a time. */
export const SITE_MEMORY_ENVIRONMENT = {
	...MEMORY_ENVIRONMENT,
	NODE_OPTIONS: "--max-semi-space-size=2",
} as const;

/** Starts a service. Its log goes to standard output, as one JSON object per line. */
export function startService({ name, entry, environment, address }: ServicePlan): ServiceProcess {
	const memory = name === "site" ? SITE_MEMORY_ENVIRONMENT : MEMORY_ENVIRONMENT;
	const child = spawn(process.execPath, [entry], {
		env: { ...memory, ...environment },
		stdio: ["ignore", "inherit", "inherit"],
	});
	const ended = new AbortController();
	const exited = endOf(child).finally(() => ended.abort());
	return {
		name,
		ready: address === undefined ? exited.then(() => false) : waitUntilReady(address, ended.signal),
		exited,
		isRunning: () => child.exitCode === null && child.signalCode === null,
		terminate: () => {
			child.kill("SIGTERM");
		},
		kill: () => {
			child.kill("SIGKILL");
		},
	};
}

function endOf(child: ChildProcess): Promise<ServiceEnd> {
	return new Promise((resolve) => {
		child.once("exit", (code, signal) => {
			if (signal === null) resolve({ code: code ?? 1 });
			else resolve({ code: 128 + constants.signals[signal], signal });
		});
		child.once("error", () => resolve({ code: 1 }));
	});
}
