import { expect, test } from "vitest";
import { ask } from "./support/ask.ts";
import { createStack, type Stack } from "./support/create-stack.ts";
import { underLoad } from "./support/generate-load.ts";
import { runDocker } from "./support/run-docker.ts";

const API_KEY = "phx_of_the_container_test";
const LONG = { timeout: 60_000, interval: 250 };

test("no request leaves the stack while a service is away, whatever names resolve to", async () => {
	const stack = await createStack({ nameServer: "lying" });
	await stack.compose("up", "--detach", "--wait");
	const authority = await stack.authority();
	await stack.compose("stop", "site", "analytics");

	const answers = await Promise.all([
		ask(`${stack.siteUrl}/private?of=visitor`, { authority }),
		ask(`${stack.siteUrl}/ingest/e/`, { method: "POST", authority, body: "{}" }),
		ask(`${stack.analyticsUrl}/api/session`, { authority }),
	]);

	const statuses = answers.map(({ status }) => status);
	expect(statuses.every((status) => [502, 503, 504].includes(status))).toBe(true);
	// The name server was there, and said what it says.
	const said = await stack.evaluateIn("caddy", LOOK_UP);
	expect(said).toMatch(/^10\.\d+\.\d+\.53$/);
	expect(await stack.compose("logs", "--no-log-prefix", "resolver")).not.toContain("caught");
});

const LOOK_UP = `require("node:dns").lookup("site.example", 4, (error, address) => console.log(error ?? address))`;

test("visitors do not notice a replica of three that hangs, and it is started again", async () => {
	const stack = await createStack();
	await stack.compose("up", "--detach", "--wait", "--scale", "site=3");
	const authority = await stack.authority();
	const [replica = ""] = (await stack.compose("ps", "--quiet", "site")).split("\n");
	const startedAt = await startTimeOf(replica);

	const load = { url: stack.siteUrl, authority, requestsPerSecond: 20, paths: ["/", "/guide"] };
	const result = await underLoad(load, async () => {
		await stopMainProcess(replica);
		await expect.poll(() => startTimeOf(replica), LONG).not.toBe(startedAt);
		await expect
			.poll(() => stack.compose("ps", "--format", "{{.Health}}", "site"), LONG)
			.toBe("healthy\nhealthy\nhealthy");
	});

	console.log(
		`figures: one of three hung: ${result.requests} requests in ${result.seconds.toFixed(0)} s, ` +
			`${result.failures.length} failed, longest ${result.maxMs} ms`,
	);
	expect(result.failures).toEqual([]);
	expect(result.seconds).toBeLessThan(60);
});

test("no acknowledged event is lost or doubled, though analytics is away and the site is killed", async () => {
	const stack = await createStack({ environment: { ANALYTICS_API_KEY: API_KEY } });
	await stack.compose("up", "--detach", "--wait");
	const authority = await stack.authority();
	const acknowledged: string[] = [];
	const refused: number[] = [];
	const send = async (): Promise<void> => {
		const name = `event-${acknowledged.length + refused.length}`;
		const answer = await ask(`${stack.siteUrl}/ingest/e/`, {
			method: "POST",
			authority,
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ api_key: "phc_loggia", event: name, distinct_id: "one" }),
		});
		if (answer.status === 200) acknowledged.push(name);
		else refused.push(answer.status);
	};
	await send();
	await stack.compose("kill", "analytics");
	for (let count = 0; count < 50; count += 1) await send();

	await stack.compose("kill", "site");
	await stack.compose("up", "--detach", "--wait", "site");
	for (let count = 0; count < 10; count += 1) await send();
	await stack.compose("up", "--detach", "--wait");

	expect(refused).toEqual([]);
	await expect.poll(() => storedNames(stack, authority), LONG).toEqual(acknowledged.toSorted());
});

async function storedNames(stack: Stack, authority: string): Promise<readonly string[]> {
	const { body } = await ask(`${stack.analyticsUrl}/api/v1/export/events.jsonl`, {
		authority,
		headers: { authorization: `Bearer ${API_KEY}` },
	});
	const lines = body
		.toString()
		.split("\n")
		.filter((line) => line.startsWith("{"));
	return lines.map((line) => String(JSON.parse(line).event)).toSorted();
}

test("analytics that hangs is started again", async () => {
	const stack: Stack = await createStack();
	await stack.compose("up", "--detach", "--wait");
	const container = await stack.containerOf("analytics");
	const startedAt = await startTimeOf(container);

	await stopMainProcess(container);

	await expect.poll(() => startTimeOf(container), LONG).not.toBe(startedAt);
	await expect
		.poll(() => stack.compose("ps", "--format", "{{.Health}}", "analytics"), LONG)
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
