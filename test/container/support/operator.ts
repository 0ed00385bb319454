import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, onTestFinished } from "vitest";
import type { Stack } from "./create-stack.ts";
import { type DockerAnswer, tryDocker } from "./run-docker.ts";

const ROOT = join(import.meta.dirname, "../../..");
const HANDBOOK = join(ROOT, "site/pages");

const execute = promisify(execFile);

export interface Operator {
	readonly folder: string;
	readonly attempt: (commands: string) => Promise<DockerAnswer>;
	/** @returns Standard output of commands, which must be there. */
	readonly run: (commands: string | undefined) => Promise<string>;
	/** @returns Standard error of what must fail. */
	readonly complaintOf: (commands: string) => Promise<string>;
	/** The version that `.env` names. */
	readonly version: () => Promise<string>;
	/** Takes the folder away, and with it the stack and the images that it has made. */
	readonly leave: () => Promise<void>;
}

/** A folder as an operator has it, in which plain commands mean this stack alone; it is gone after the test. */
export async function settleIn(stack: Stack): Promise<Operator> {
	const operator = await prepareOperator(stack);
	onTestFinished(operator.leave);
	return operator;
}

/** The same, to be left by the caller: for tests that share one. */
export async function prepareOperator(stack: Stack): Promise<Operator> {
	const folder = await mkdtemp(join(tmpdir(), "loggia-operator-"));
	const names = ["src", "scripts", "site", "Dockerfile", "Caddyfile", "LICENSE", ".dockerignore"];
	const files = [...names, ".npmrc", "package.json", "package-lock.json"];
	for (const name of [...files, "deploy", "examples/start", "docker-compose.yml", "loggia"]) {
		await cp(join(ROOT, name), join(folder, name), { recursive: true });
	}
	const env = await stack.settleIn(folder);
	const attempt = (commands: string): Promise<DockerAnswer> =>
		execute("sh", ["-euc", commands], { cwd: folder, env }).then(
			(output) => ({ code: 0, ...output }),
			// What execFile() rejects with when a program ends with another code than 0.
			(error: unknown) => error as DockerAnswer,
		);
	return {
		folder,
		attempt,
		run: async (commands) => {
			if (commands === undefined) return expect.fail("the page has no such commands");
			const { code, stdout, stderr } = await attempt(commands);
			if (code !== 0) expect.fail(`"${commands}" ended with ${code}:\n${stderr}`);
			return stdout;
		},
		complaintOf: async (commands) => {
			const { code, stderr } = await attempt(commands);
			if (code === 0) expect.fail(`"${commands}" did not fail`);
			return stderr;
		},
		version: async () => {
			const [, version = ""] =
				/^LOGGIA_VERSION=(.+)$/m.exec(await readFile(join(folder, ".env"), "utf8")) ?? [];
			return version;
		},
		leave: async () => {
			// An image that a container still has would only lose its name.
			await stack.takeDown();
			await removeImages(folder);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Those that upgrades have built; the image of this run is everyone's. */
async function removeImages(folder: string): Promise<void> {
	const history = await readFile(join(folder, ".loggia-versions"), "utf8").catch(() => "");
	const versions = new Set(history.split("\n").map((line) => line.split(" ")[1] ?? ""));
	versions.delete("");
	versions.delete(inject("imageTag"));
	for (const version of versions) {
		for (const name of ["loggia", "loggia-caddy"])
			await tryDocker(["image", "rm", `${name}:${version}`]);
	}
}

/**
 * The blocks of commands on a page of the handbook, in its order.
 *
 * @param page Such as `4.deploy/6.back-up.md`.
 */
export async function commandsOf(page: string): Promise<readonly string[]> {
	const text = await readFile(join(HANDBOOK, page), "utf8");
	return [...text.matchAll(/```sh\n(.+?)```/gs)].map(([, commands = ""]) => commands);
}
