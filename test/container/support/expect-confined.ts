import { expect } from "vitest";
import type { Stack } from "./create-stack.ts";
import { runDocker } from "./run-docker.ts";

interface Inspected {
	readonly HostConfig: Readonly<Record<string, unknown>>;
}

/** Asserts that a container has no rights beyond its own files, and a limit of memory. */
export async function expectConfined(stack: Stack, service: string): Promise<void> {
	const container = await stack.containerOf(service);
	const [{ HostConfig }]: readonly [Inspected] = JSON.parse(
		await runDocker(["inspect", container]),
	);
	const status = await stack.evaluateIn(
		service,
		`process.stdout.write(require("node:fs").readFileSync("/proc/self/status", "utf8"))`,
	);

	expect(HostConfig).toMatchObject({
		ReadonlyRootfs: true,
		Privileged: false,
		CapAdd: null,
		CapDrop: ["ALL"],
		// An engine that was killed brings nothing else back.
		RestartPolicy: { Name: "always" },
	});
	expect(HostConfig["Memory"]).toBeGreaterThan(0);
	expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
	expect(status).toMatch(/^NoNewPrivs:\t1$/m);
	for (const set of ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"]) {
		expect(status).toMatch(new RegExp(`^${set}:\\t0+$`, "m"));
	}
}
