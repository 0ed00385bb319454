import type { Stack } from "./create-stack.ts";
import { runDocker } from "./run-docker.ts";

/** @returns What the engine says of a container's health check. */
export async function healthOf(stack: Stack, service: string): Promise<string> {
	const container = await stack.containerOf(service);
	return runDocker(["inspect", "--format", "{{.State.Health.Status}}", container]);
}
