import { expect, test } from "vitest";
import { codeThatSends } from "./support/code-that-sends.ts";
import { createStack } from "./support/create-stack.ts";
import { underLoad } from "./support/generate-load.ts";
import { PATIENT_CADDY } from "./support/patient-caddy.ts";
import { runDocker } from "./support/run-docker.ts";

test("visitors do not notice a replica of three that hangs, nor analytics; both are started again", async () => {
	const stack = await createStack({ override: PATIENT_CADDY, nameServer: "lying" });
	await stack.compose("up", "--detach", "--wait", "--scale", "site=3");
	const authority = await stack.authority();
	const [replica = ""] = (await stack.compose("ps", "--quiet", "site")).split("\n");
	const hung = [replica, await stack.containerOf("analytics")];
	const startedAt = await Promise.all(hung.map(startTimeOf));

	const load = { url: stack.siteUrl, authority, requestsPerSecond: 20, paths: ["/", "/guide"] };
	const result = await underLoad("one of three hung", load, async () => {
		const stop = codeThatSends("SIGSTOP");
		await Promise.all(hung.map((id) => runDocker(["exec", id, "node", "-e", stop])));
		for (const [index, container] of hung.entries()) {
			await expect.poll(() => startTimeOf(container)).not.toBe(startedAt[index]);
		}
		await expect
			.poll(() => stack.compose("ps", "--format", "{{.Health}}", "site", "analytics"))
			.toBe("healthy\nhealthy\nhealthy\nhealthy");
	});

	expect(result.failures).toEqual([]);
});

function startTimeOf(container: string): Promise<string> {
	return runDocker(["inspect", "--format", "{{.State.StartedAt}}", container]);
}
