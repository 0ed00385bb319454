import type { Stack } from "./create-stack.ts";
import { runDocker } from "./run-docker.ts";

/** Each takes a second or two, and health checks come every three seconds. */
const READINGS = 5;

const MEGABYTES: Readonly<Record<string, number>> = {
	KiB: 0.001_024,
	MiB: 1.048_576,
	GiB: 1_073.741_824,
	B: 0.000_001,
};

/**
 * What the container of each service holds, in megabytes: the median of several readings. A health check is
 * a process that comes and goes, and under load the engine says of some container that it holds 0 B.
 */
export async function memoryOf(
	stack: Stack,
	services: readonly string[],
): Promise<readonly number[]> {
	const containers = await Promise.all(services.map(stack.containerOf));
	const readings: (readonly number[])[] = [];
	while (readings.length < READINGS) readings.push(await readMemory(containers));
	return services.map((_, index) => {
		const sorted = readings.map((reading) => reading[index] ?? 0).toSorted((a, b) => a - b);
		return Math.round(sorted[Math.floor(READINGS / 2)] ?? 0);
	});
}

/** The engine looks at all of them at once. */
async function readMemory(containers: readonly string[]): Promise<readonly number[]> {
	const words = ["stats", "--no-stream", "--format", "{{.MemUsage}}", ...containers];
	return (await runDocker(words)).split("\n").map((usage) => {
		const [, count, unit = ""] = /^([\d.]+)(\w+)/.exec(usage) ?? [];
		return Number(count) * (MEGABYTES[unit] ?? Number.NaN);
	});
}
