import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { type AskAnswer, ask } from "./support/ask.ts";
import { createStack, type Stack } from "./support/create-stack.ts";
import { type DockerAnswer, tryDocker } from "./support/run-docker.ts";

test("a data folder that cannot be written stops analytics with one line, and not the site", async () => {
	const analytics = await runOnce(["--read-only"], "dist/analytics/main.js");
	const site = await runOnce(["--read-only"], "dist/server/main.js", "preview-link", "/");

	expect(analytics.code).toBe(1);
	expect(analytics.stderr).toMatch(/^DATA_DIR must be a writable folder .+ cannot be opened .+\n$/);
	expect(site.stderr).not.toMatch(/^\s+at /m);
});

test("a site folder that is not there is told before anything runs", async () => {
	const stack = await createStack({ environment: { SITE_DIR: "/nowhere/at/all" } });

	const { code, stderr } = await stack.tryCompose("up", "--detach", "site");

	expect(code).not.toBe(0);
	expect(stderr).toMatch(/bind source path does not exist: \/nowhere\/at\/all/);
});

test("a broken site.yaml is told with its line, and mending it is all that it takes", async () => {
	const broken = { "site.yaml": "nmae: Example\n", "pages/index.md": "# Welcome\n" };
	const stack = await createStack({ files: broken });
	await stack.compose("up", "--detach", "--no-deps", "site");
	await expect
		.poll(() => stack.compose("logs", "--no-log-prefix", "site"))
		.toContain(`site.yaml:1:1: Key "nmae" is not known: did you mean "name"?`);
	await expect
		.poll(() => stack.compose("ps", "--all", "--format", "{{.State}}", "site"))
		.toBe("restarting");

	await writeFile(join(stack.siteFolder, "site.yaml"), "name: Example\n");

	await expect.poll(() => stack.compose("ps", "--format", "{{.Health}}", "site")).toBe("healthy");
});

test("analytics that does not start leaves the site up, at a port that is set alone", async () => {
	const stack = await createStack({
		environment: { ANALYTICS_PASSWORD: "short", SITE_ADDRESS: "", ANALYTICS_ADDRESS: "" },
	});

	await stack.compose("up", "--detach");

	const authority = (): Promise<string> => stack.authority().catch(String);
	await expect.poll(authority).toContain("BEGIN CERTIFICATE");
	const options = { authority: await stack.authority() };
	const statusOf = (url: string): Promise<unknown> =>
		ask(url, options).then(({ status }) => status, String);
	await expect.poll(() => statusOf(`${stack.siteUrl}/`)).toBe(200);
	expect(await stack.compose("logs", "--no-log-prefix", "caddy")).toContain(
		`The site is at ${stack.siteUrl}, the dashboard at ${stack.analyticsUrl}`,
	);
	const health = await stack.compose("ps", "--all", "--format", "{{.Health}}", "analytics");
	expect(health).not.toBe("healthy");
});

test("a full data volume refuses events, says so once it is asked, and heals by itself", async () => {
	const volume = {
		driver: "local",
		driver_opts: { type: "tmpfs", device: "tmpfs", o: "size=24m,uid=1000" },
	};
	const stack = await createStack({
		override: { volumes: { "analytics-data": volume } },
		nameServer: "lying",
	});
	await stack.compose("up", "--detach", "--wait");
	await stack.evaluateIn("analytics", CODE_THAT_FILLS);

	const refused = await sendUntil(stack, ({ status }) => status !== 200);
	const page = await ask(`${stack.siteUrl}/`, { authority: await stack.authority() });

	expect(refused.status).toBe(503);
	expect(page.status).toBe(200);
	expect(await stack.compose("logs", "--no-log-prefix", "analytics")).toContain(
		"database or disk is full",
	);
	await expect
		.poll(() => stack.compose("ps", "--format", "{{.Health}}", "analytics"))
		.toBe("unhealthy");

	await stack.evaluateIn("analytics", `require("node:fs").rmSync("/data/filler")`);
	expect((await sendUntil(stack, ({ status }) => status === 200)).status).toBe(200);
	await expect
		.poll(() => stack.compose("ps", "--format", "{{.Health}}", "analytics"))
		.toBe("healthy");
});

/** Until the volume has no byte left. */
const CODE_THAT_FILLS = `
const { openSync, writeSync } = require("node:fs");
const file = openSync("/data/filler", "w");
for (const size of [65536, 512, 1]) {
	try { for (;;) writeSync(file, Buffer.alloc(size)); } catch (error) { if (error.code !== "ENOSPC") throw error; }
}`;

/** The log that is written ahead has some room left, so one event is not enough to see it. */
async function sendUntil(stack: Stack, isDone: (answer: AskAnswer) => boolean): Promise<AskAnswer> {
	const authority = await stack.authority();
	const padding = "padding ".repeat(4_000);
	for (let attempt = 1; ; attempt += 1) {
		const answer = await ask(`${stack.analyticsUrl}/e/`, {
			method: "POST",
			authority,
			headers: { "content-type": "application/json" },
			body: JSON.stringify({
				api_key: "phc_loggia",
				event: "sent",
				distinct_id: `${attempt}`,
				properties: { padding: `${padding}${attempt}` },
			}),
		});
		if (isDone(answer) || attempt === 2_000) return answer;
	}
}

function runOnce(options: readonly string[], ...command: readonly string[]): Promise<DockerAnswer> {
	const image = `loggia:${inject("imageTag")}`;
	return tryDocker(["run", "--rm", ...options, image, ...command]);
}
