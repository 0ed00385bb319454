import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { freePort } from "../../test/support/free-port.ts";

export interface ServerProcess {
	readonly port: number;
	/** Resident memory in megabytes. */
	readonly memoryMb: () => number;
	/** The most that it has been. */
	readonly peakMemoryMb: () => number;
	readonly stop: () => Promise<void>;
}

/** Starts a script of ours as a process of its own and waits until it accepts connections. */
export async function startServer(
	script: string,
	options: {
		readonly args?: (port: number) => string[];
		readonly env?: (port: number) => NodeJS.ProcessEnv;
	},
): Promise<ServerProcess> {
	const port = await freePort();
	const child = spawn(process.execPath, [script, ...(options.args?.(port) ?? [])], {
		env: { ...process.env, ...options.env?.(port) },
		stdio: ["ignore", "ignore", "inherit"],
	});
	await untilListening(port, child);
	return {
		port,
		memoryMb: () => residentMb(child, "VmRSS"),
		peakMemoryMb: () => residentMb(child, "VmHWM"),
		stop: async () => {
			const exited = once(child, "exit");
			child.kill("SIGTERM");
			await exited;
		},
	};
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
	while (child.exitCode === null) {
		try {
			await fetch(`http://127.0.0.1:${port}/healthz`);
			return;
		} catch {
			// Not yet.
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	}
	throw new Error(`The server left before it listened: exit code ${child.exitCode}`);
}

/** Linux tells in kilobytes; elsewhere nothing is told. */
function residentMb({ pid }: ChildProcess, field: "VmRSS" | "VmHWM"): number {
	try {
		const status = readFileSync(`/proc/${pid}/status`, "utf8");
		return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
	} catch {
		// No such file on other systems: the measure is optional.
		return Number.NaN;
	}
}
