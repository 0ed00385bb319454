import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { listenForTest } from "../support/listen-for-test.ts";
import { writeSiteFolder } from "../support/site-folder.ts";

const ROOT = join(import.meta.dirname, "../..");

test("start says where the site is, keeps standard output for JSON, and ends with 0 on SIGTERM", async () => {
	const port = await freePort();
	const analyticsPort = await freePort();
	const start = await runStart({ PORT: String(port), ANALYTICS_PORT: String(analyticsPort) });
	const output = text(start.stdout);

	await lineOf(start, `Loggia is ready on http://localhost:${port}`);
	const answers = await Promise.all(
		[port, analyticsPort].map((each) => fetch(`http://127.0.0.1:${each}/healthz`)),
	);
	start.kill("SIGTERM");
	const [code] = await once(start, "exit");

	expect(answers.map(({ status }) => status)).toEqual([200, 200]);
	expect(code).toBe(0);
	const lines = (await output).trimEnd().split("\n");
	expect(lines.map((line) => JSON.parse(line).msg)).toContain("Shut down");
});

test("a service that is killed restarts, and the other one runs on", async () => {
	const port = await freePort();
	const analyticsPort = await freePort();
	const start = await runStart({ PORT: String(port), ANALYTICS_PORT: String(analyticsPort) });
	const said = saidBy(start);
	await expect.poll(said, PATIENT).toContain("Loggia is ready");
	const before = await childrenOf(start);

	process.kill(before[0] ?? Number.NaN, "SIGKILL");
	await expect
		.poll(said, PATIENT)
		.toContain('The service "site" ended by the signal SIGKILL: it restarts in 1 s\n');

	const answer = async (): Promise<number | undefined> => {
		const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
		return response?.status;
	};
	await expect.poll(answer, PATIENT).toBe(200);
	const after = await childrenOf(start);
	expect(after).toHaveLength(2);
	expect(after).toContain(before[1]);
	start.kill("SIGTERM");
	expect(await once(start, "exit")).toEqual([0, null]);
});

test("a port that is taken is named in one sentence, and nothing is started", async () => {
	const port = await listenForTest(createServer());

	const start = await runStart({ PORT: String(port), ANALYTICS_PORT: "0" });
	const [said, output, [code]] = await Promise.all([
		text(start.stderr),
		text(start.stdout),
		once(start, "exit"),
	]);

	expect(said).toContain(
		`Port ${port} is taken by another process: stop it, or choose another PORT\n`,
	);
	expect(output).toBe("");
	expect(code).toBe(1);
});

test.each([
	[
		{ PORT: "many", ANALYTICS_PORT: "0" },
		/^PORT must be a whole number .*: current value is "many"$/m,
	],
	[{ PORT: "0", ANALYTICS_PORT: "no" }, /^ANALYTICS_PORT must be .*: current value is "no"$/m],
])("a variable that is wrong ends everything with 1 and the sentence of the service: %j", async (environment, sentence) => {
	const start = await runStart(environment);

	const [said, [code]] = await Promise.all([text(start.stderr), once(start, "exit")]);

	expect(said).toMatch(sentence);
	expect(code).toBe(1);
});

/** Runs the script itself: what npm and the set-up add is tested elsewhere. */
async function runStart(
	environment: Readonly<Record<string, string>>,
): Promise<ChildProcessWithoutNullStreams> {
	const child = spawn(process.execPath, [join(ROOT, "scripts/start.ts")], {
		env: {
			PATH: process.env["PATH"],
			HOST: "127.0.0.1",
			SITE_DIR: await writeSiteFolder({ "pages/index.md": "# Welcome" }),
			DATA_DIR: await writeSiteFolder({}),
			...environment,
		},
	});
	onTestFinished(() => void child.kill("SIGKILL"));
	return child;
}

const PATIENT = { timeout: 60_000, interval: 50 };

/** @returns A function that gives what the process has written to standard error. */
function saidBy({ stderr, stdout }: ChildProcessWithoutNullStreams): () => string {
	let said = "";
	stdout.resume();
	stderr.on("data", (chunk) => {
		said += String(chunk);
	});
	return () => said;
}

/** @returns Ids of the child processes, in the order of their start. */
async function childrenOf({ pid }: ChildProcessWithoutNullStreams): Promise<readonly number[]> {
	const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
	return children.trim().split(" ").map(Number);
}

/** Waits until a line that ends so has been written to standard error. */
async function lineOf(child: ChildProcessWithoutNullStreams, expected: string): Promise<void> {
	let said = "";
	for await (const chunk of child.stderr) {
		said += String(chunk);
		if (said.includes(`${expected}\n`)) return;
	}
	throw new Error(`The process ended without saying "${expected}":\n${said}`);
}
