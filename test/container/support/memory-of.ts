import type { Stack } from "./create-stack.ts";
import { runDocker } from "./run-docker.ts";

const MEGABYTES: Readonly<Record<string, number>> = {
	KiB: 0.001_024,
	MiB: 1.048_576,
	GiB: 1_073.741_824,
};

/** @returns What all processes of the service's container hold, in megabytes. */
export async function memoryOf(stack: Stack, service: string): Promise<number> {
	const container = await stack.containerOf(service);
	const usage = await runDocker(["stats", "--no-stream", "--format", "{{.MemUsage}}", container]);
	const [, count, unit = ""] = /^([\d.]+)(\w+)/.exec(usage) ?? [];
	return Math.round(Number(count) * (MEGABYTES[unit] ?? Number.NaN));
}
