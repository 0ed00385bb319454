import { expect, test } from "vitest";
import { createStack, type Stack } from "./support/create-stack.ts";
import { underLoad } from "./support/generate-load.ts";
import { PATIENT_CADDY } from "./support/patient-caddy.ts";
import { runDocker } from "./support/run-docker.ts";

test("visitors do not notice a replica of three that hangs, and it is started again", async () => {
	const stack = await createStack({ override: PATIENT_CADDY });
	await stack.compose("up", "--detach", "--wait", "--scale", "site=3");
	const authority = await stack.authority();
	const [replica = ""] = (await stack.compose("ps", "--quiet", "site")).split("\n");
	const startedAt = await startTimeOf(replica);

	const load = { url: stack.siteUrl, authority, requestsPerSecond: 20, paths: ["/", "/guide"] };
	const result = await underLoad(load, async () => {
		await stopMainProcess(replica);
		await expect.poll(() => startTimeOf(replica)).not.toBe(startedAt);
		await expect
			.poll(() => stack.compose("ps", "--format", "{{.Health}}", "site"))
			.toBe("healthy\nhealthy\nhealthy");
	});

	console.log(
		`figures: one of three hung: ${result.requests} requests in ${result.seconds.toFixed(0)} s, ` +
			`${result.failures.length} failed, longest ${result.maxMs} ms`,
	);
	expect(result.failures).toEqual([]);
});

test("analytics that hangs is started again", async () => {
	const stack: Stack = await createStack();
	await stack.compose("up", "--detach", "--wait");
	const container = await stack.containerOf("analytics");
	const startedAt = await startTimeOf(container);

	await stopMainProcess(container);

	await expect.poll(() => startTimeOf(container)).not.toBe(startedAt);
	await expect
		.poll(() => stack.compose("ps", "--format", "{{.Health}}", "analytics"))
		.toBe("healthy");
});

/** Stops each thread of what the container runs, below the process that passes signals on. */
async function stopMainProcess(container: string): Promise<void> {
	const code = `
		const { readdirSync, readFileSync } = require("node:fs");
		const isMain = (pid) => /^PPid:\\t1$/m.test(readFileSync("/proc/" + pid + "/status", "utf8"));
		const [main] = readdirSync("/proc").filter((pid) => /^\\d+$/.test(pid) && pid !== "1" && isMain(pid));
		process.kill(Number(main), "SIGSTOP");`;
	await runDocker(["exec", container, "node", "-e", code]);
}

function startTimeOf(container: string): Promise<string> {
	return runDocker(["inspect", "--format", "{{.State.StartedAt}}", container]);
}
