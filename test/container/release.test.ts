import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { ask } from "./support/ask.ts";
import { createStack, type Stack } from "./support/create-stack.ts";
import { commandsOf } from "./support/operator.ts";
import { runDocker, tryDocker } from "./support/run-docker.ts";
import { sendEvent } from "./support/send-event.ts";
import { API_KEY, storedEvents } from "./support/stored-events.ts";

const ROOT = join(import.meta.dirname, "../..");

const execute = promisify(execFile);

test("a machine that reaches nothing is installed, upgraded and rolled back from files, by the handbook alone", async () => {
	const stack = await createStack({ environment: { ANALYTICS_API_KEY: API_KEY } });
	const machine = await mkdtemp(join(tmpdir(), "loggia-machine-"));
	onTestFinished(() => rm(machine, { recursive: true, force: true }));
	const [make = "", install = "", upgrade = "", renewCaddy = ""] =
		await commandsOf("4.deploy/13.offline.md");
	const name = randomBytes(4).toString("hex");
	const [first, second] = [`first-${name}`, `second-${name}`];
	const [oldFile, newFile] = [
		await release(make, machine, first),
		await release(make, machine, second),
	];
	const as = (commands: string, file: string, version: string): string =>
		commands.replaceAll(/loggia-0\.\d\.0-amd64/g, file).replace(/ 0\.4\.0$/m, ` ${version}`);

	const [check = "", unpack = "", , load = "", start = ""] = as(install, oldFile, first).split(
		"\n",
	);
	await execute("sh", ["-euc", `${check}\n${unpack}`], { cwd: machine });
	const folder = join(machine, oldFile);
	const env = await stack.settleIn(folder);
	onTestFinished(stack.takeDown);
	const run = (commands: string) => execute("sh", ["-euc", commands], { cwd: folder, env });
	const version = async () =>
		/^LOGGIA_VERSION=(.*)$/m.exec(await readFile(join(folder, ".env"), "utf8"))?.[1];

	await copyFile(join(machine, `${oldFile}.tar.zst`), join(machine, "damaged.tar.zst"));
	const { size } = await stat(join(machine, "damaged.tar.zst"));
	await truncate(join(machine, "damaged.tar.zst"), size - 5000);
	await expect(run("./loggia load ../damaged.tar.zst")).rejects.toThrow("nothing was loaded");
	expect((await tryDocker(["image", "inspect", `loggia:${first}`])).code).not.toBe(0);

	await run(load);
	await run(start);
	expect(await version()).toBe(first);
	expect(await servedPages(stack)).toEqual([200, 302]);
	expect(await sendEvent(stack, { event: "before" })).toBe(200);

	await run(as(upgrade, newFile, second));
	expect(await version()).toBe(second);
	await run(renewCaddy);
	expect(await servedPages(stack)).toEqual([200, 302]);
	expect(await imageOf(stack, "site")).toBe(`loggia:${second}`);
	expect(await imageOf(stack, "caddy")).toBe(`loggia-caddy:${second}`);
	expect(await sendEvent(stack, { event: "after" })).toBe(200);

	await run("./loggia roll-back");
	expect(await version()).toBe(first);
	expect((await storedEvents(stack)).map(({ event }) => event)).toEqual(["before", "after"]);
	await expect(run("./loggia upgrade")).rejects.toThrow("no source to build");
});

/** Makes a release, and forgets its images. */
async function release(commands: string, folder: string, version: string): Promise<string> {
	const env = { ...process.env, VERSION: version, COMMIT: "" };
	const words = ["-euc", `${commands.trim()} "${folder}"`];
	const { stdout } = await execute("sh", words, { cwd: ROOT, env, maxBuffer: 1 << 24 });
	const images = [`loggia:${version}`, `loggia-caddy:${version}`];
	await runDocker(["image", "rm", ...images]);
	onTestFinished(async () => void (await tryDocker(["image", "rm", "--force", ...images])));
	const [, file = ""] = /([^/]+)\.tar\.zst\n$/.exec(stdout) ?? [];
	return file;
}

/** Of the site, and of the dashboard, which leads to its first screen. */
async function servedPages(stack: Stack): Promise<readonly number[]> {
	const authority = await stack.authority();
	const urls = [`${stack.siteUrl}/guide`, `${stack.analyticsUrl}/`];
	const answers = await Promise.all(urls.map((url) => ask(url, { authority })));
	return answers.map(({ status }) => status);
}

async function imageOf(stack: Stack, service: string): Promise<string> {
	const id = await stack.containerOf(service);
	return runDocker(["inspect", "--format", "{{.Config.Image}}", id]);
}
