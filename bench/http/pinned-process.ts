import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

export interface PinnedProcess {
	readonly port: number;
	/** From the start of the process to its first 200. */
	readonly readyMs: number;
	/** Processor time of all threads so far, in seconds. */
	readonly cpuSeconds: () => number;
	/** Resident memory. */
	readonly memoryMb: () => number;
	/** Maximum of the resident memory. */
	readonly peakMemoryMb: () => number;
	readonly stop: () => Promise<void>;
}

export interface PinnedProcessOptions {
	/** Absent: Node. */
	readonly program?: string;
	readonly args: readonly string[];
	readonly port: number;
	readonly environment?: Readonly<Record<string, string>>;
	/** Path that responds with 200 or 204 as soon as the process can work. */
	readonly readyPath: string;
}

/** The server uses one core, the load uses the other. */
const SERVER_CORE = "0";
const LOAD_CORE = "1";

/** An idle process checks its folder every two seconds, which takes a few milliseconds. */
const IDLE_MS = 500;
const IDLE_SECONDS = 0.02;

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Pins this process, which makes the load, to another core than the servers. */
export function pinLoad(): void {
	execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", LOAD_CORE, String(process.pid)]);
}

/** Starts a process on the servers' core, and waits until it is ready. */
export async function startPinned(options: PinnedProcessOptions): Promise<PinnedProcess> {
	const { program = process.execPath, args, port, environment, readyPath } = options;
	const startedAt = performance.now();
	const child = spawn("taskset", ["--cpu-list", SERVER_CORE, program, ...args], {
		env: { PATH: process.env["PATH"], ...environment },
		// Caddy writes its log there.
		stdio: ["ignore", "ignore", options.program === undefined ? "inherit" : "ignore"],
	});
	await untilReady(`http://127.0.0.1:${port}${readyPath}`, child);
	return {
		port,
		readyMs: performance.now() - startedAt,
		cpuSeconds: () => cpuSecondsOf(child),
		memoryMb: () => residentMb(child, "VmRSS"),
		peakMemoryMb: () => residentMb(child, "VmHWM"),
		async stop() {
			const exited = once(child, "exit");
			child.kill("SIGTERM");
			await exited;
		},
	};
}

/** Runs a Node program on the servers' core until it ends. @returns Milliseconds. */
export function runPinned(args: readonly string[]): number {
	const startedAt = performance.now();
	execFileSync("taskset", ["--cpu-list", SERVER_CORE, process.execPath, ...args]);
	return performance.now() - startedAt;
}

/** Resolves when the process has been idle for {@link IDLE_MS}. */
export async function untilIdle({ cpuSeconds }: PinnedProcess): Promise<void> {
	for (;;) {
		const before = cpuSeconds();
		await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
		if (cpuSeconds() - before <= IDLE_SECONDS) return;
	}
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
	while (child.exitCode === null) {
		const response = await fetch(url).catch(() => undefined);
		await response?.arrayBuffer();
		if (response?.ok) return;
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	throw new Error(`The server left before it was ready: exit code ${child.exitCode}`);
}

/** @see proc(5): of the fields after the name, the 12th and 13th are user and system time. */
function cpuSecondsOf({ pid }: ChildProcess): number {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
	return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Linux reports kilobytes. */
function residentMb({ pid }: ChildProcess, field: "VmRSS" | "VmHWM"): number {
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}
