import type { Stack } from "./create-stack.ts";
import { runDocker } from "./run-docker.ts";

/** Each takes a second or two, and health checks come every three seconds. */
const READINGS = 3;

const MEGABYTES: Readonly<Record<string, number>> = {
	KiB: 0.001_024,
	MiB: 1.048_576,
	GiB: 1_073.741_824,
};

/**
 * What the service's container holds, in megabytes: the least of several readings, since a
 * health check is a process that comes and goes.
 */
export async function memoryOf(stack: Stack, service: string): Promise<number> {
	const container = await stack.containerOf(service);
	const readings: number[] = [];
	while (readings.length < READINGS) readings.push(await readMemory(container));
	return Math.round(Math.min(...readings));
}

async function readMemory(container: string): Promise<number> {
	const usage = await runDocker(["stats", "--no-stream", "--format", "{{.MemUsage}}", container]);
	const [, count, unit = ""] = /^([\d.]+)(\w+)/.exec(usage) ?? [];
	return Number(count) * (MEGABYTES[unit] ?? Number.NaN);
}
