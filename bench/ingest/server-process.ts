import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { MEMORY_ENVIRONMENT } from "../../scripts/start/service-process.ts";
import { freePort } from "../../test/support/free-port.ts";

export interface ServerProcess {
	readonly port: number;
	/** Resident memory in megabytes. */
	readonly memoryMb: () => number;
	/** The most that it has been. */
	readonly peakMemoryMb: () => number;
	/** Processor time that it has taken, of all of its threads, in milliseconds. */
	readonly processorMs: () => number;
	readonly stop: () => Promise<void>;
}

/** Starts a script of ours as the product starts it, and waits until it accepts connections. */
export async function startServer(
	script: string,
	options: {
		readonly args?: (port: number) => string[];
		readonly env?: (port: number) => NodeJS.ProcessEnv;
	},
): Promise<ServerProcess> {
	const port = await freePort();
	const child = spawn(process.execPath, [script, ...(options.args?.(port) ?? [])], {
		env: { ...process.env, ...MEMORY_ENVIRONMENT, ...options.env?.(port) },
		stdio: ["ignore", "ignore", "inherit"],
	});
	await untilListening(port, child);
	return {
		port,
		memoryMb: () => residentMb(child, "VmRSS"),
		peakMemoryMb: () => residentMb(child, "VmHWM"),
		processorMs: () => processorMs(child),
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

/** Linux counts in hundredths of a second. @see proc_pid_stat(5), fields 14 and 15 */
function processorMs({ pid }: ChildProcess): number {
	try {
		const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
		const [user, system] = fields.split(" ").slice(11, 13);
		return (Number(user) + Number(system)) * 10;
	} catch {
		return Number.NaN;
	}
}

/** Linux reports kilobytes; other systems report nothing. */
function residentMb({ pid }: ChildProcess, field: "VmRSS" | "VmHWM"): number {
	try {
		const status = readFileSync(`/proc/${pid}/status`, "utf8");
		return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
	} catch {
		// No such file on other systems: the measure is optional.
		return Number.NaN;
	}
}
