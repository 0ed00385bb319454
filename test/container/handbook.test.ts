import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { freePort } from "../support/free-port.ts";
import { type AskAnswer, ask } from "./support/ask.ts";
import { createStack, type Stack } from "./support/create-stack.ts";
import { runDocker, tryDocker } from "./support/run-docker.ts";

const DEPLOY = join(import.meta.dirname, "../../site/pages/4.deploy");
const API_KEY = "phx_of_the_container_test";

test("what the handbook says about upgrading, backing up and rolling back works as it stands", async () => {
	const stack = await createStack({ environment: { ANALYTICS_API_KEY: API_KEY } });
	const [remember, upgrade] = await commandsOf("5.upgrade-containers.md");
	const [backUp, putBack] = await commandsOf("6.back-up.md");
	const [rollBack] = await commandsOf("7.roll-back.md");
	const folder = await mkdtemp(join(tmpdir(), "loggia-commands-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	onTestFinished(async () => {
		const tag = `${inject("imageTag")}-before`;
		await tryDocker(["image", "rm", "--force", `loggia:${tag}`, `loggia-caddy:${tag}`]);
	});
	const run = (commands: string | undefined): Promise<void> => runCommands(stack, folder, commands);

	await stack.compose("up", "--detach", "--wait");
	await sendEvent(stack, "kept");
	await run(remember);
	await run(backUp);
	await sendEvent(stack, "later");
	await run(upgrade);
	await run(rollBack);
	const before = await storedNames(stack);
	await run(putBack);

	await expect.poll(() => storedNames(stack), { timeout: 30_000 }).toEqual(["kept"]);
	expect(before).toEqual(["kept", "later"]);
	const image = await runDocker([
		...["inspect", "--format", "{{.Config.Image}}"],
		await stack.containerOf("site"),
	]);
	expect(image).toBe(`loggia:${inject("imageTag")}-before`);
});

test("the override for an existing proxy serves both, below a path, without Caddy", async () => {
	const page = await readFile(join(DEPLOY, "1.proxy.md"), "utf8");
	const [, yaml = ""] =
		/```yaml filename=docker-compose\.override\.yml\n(.+?)```/s.exec(page) ?? [];
	const [sitePort, analyticsPort] = [await freePort(), await freePort()];
	const ported = yaml
		.replace("127.0.0.1:3000", `127.0.0.1:${sitePort}`)
		.replace("127.0.0.1:8000", `127.0.0.1:${analyticsPort}`);
	const stack = await createStack({
		override: parse(ported),
		environment: { BASE_PATH: "/docs" },
	});

	await stack.compose("up", "--detach", "--wait");

	const answers = [
		await ask(`http://127.0.0.1:${sitePort}/docs/guide`),
		await ask(`http://127.0.0.1:${sitePort}/guide`),
		await ask(`http://127.0.0.1:${analyticsPort}/readyz`),
	];
	expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
	expect(await stack.compose("ps", "--services")).not.toContain("caddy");
});

test("one container is the site with its analytics", async () => {
	const port = await freePort();
	const stack = await createStack();
	const page = await readFile(join(DEPLOY, "0.containers.md"), "utf8");
	const [, line = ""] = /^docker (run .+) loggia$/m.exec(page) ?? [];
	const words = line
		.replace("./site:", `${stack.siteFolder}:`)
		.replace("3000:3000", `127.0.0.1:${port}:3000`)
		.replace("--volume loggia:/data", "--volume /data");
	const image = `loggia:${inject("imageTag")}`;
	const container = await runDocker([...words.split(" "), "--detach", image]);
	onTestFinished(async () => {
		await tryDocker(["rm", "--force", "--volumes", container]);
	});

	const health = (): Promise<string> =>
		runDocker(["inspect", "--format", "{{.State.Health.Status}}", container]);
	await expect.poll(health, { timeout: 60_000, interval: 250 }).toBe("healthy");
	const guide = await ask(`http://127.0.0.1:${port}/guide`);
	const event = await ask(`http://127.0.0.1:${port}/ingest/e/`, eventNamed("sent"));
	await runDocker(["stop", container]);

	expect([guide.status, event.status]).toEqual([200, 200]);
	const exit = await runDocker(["inspect", "--format", "{{.State.ExitCode}}", container]);
	expect(exit).toBe("0");
});

const execute = promisify(execFile);

/** The blocks of commands on a page, in its order. */
async function commandsOf(page: string): Promise<readonly string[]> {
	const text = await readFile(join(DEPLOY, page), "utf8");
	return [...text.matchAll(/```sh\n(.+?)```/gs)].map(([, commands = ""]) => commands);
}

/** As an operator types them, with tags that are this test's alone. */
async function runCommands(stack: Stack, folder: string, commands = ""): Promise<void> {
	const tag = inject("imageTag");
	const own = commands.replaceAll(":latest", `:${tag}`).replaceAll(/\bbefore\b/g, `${tag}-before`);
	await execute("bash", ["-euc", own], { cwd: folder, env: stack.shellEnvironment() });
}

function eventNamed(event: string) {
	return {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ api_key: "phc_loggia", event, distinct_id: "one" }),
	};
}

async function sendEvent(stack: Stack, name: string): Promise<AskAnswer> {
	const authority = await stack.authority();
	const answer = await ask(`${stack.siteUrl}/ingest/e/`, { authority, ...eventNamed(name) });
	expect(answer.status).toBe(200);
	return answer;
}

async function storedNames(stack: Stack): Promise<readonly string[]> {
	const { body } = await ask(`${stack.analyticsUrl}/api/v1/export/events.jsonl`, {
		authority: await stack.authority(),
		headers: { authorization: `Bearer ${API_KEY}` },
	});
	const lines = body.toString().split("\n");
	return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line).event);
}
