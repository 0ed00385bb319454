import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, onTestFinished, test } from "vitest";
import { DASHBOARD_HEADER } from "../../src/analytics/wire/dashboard/session.ts";
import { startAnalyticsProcess } from "../support/analytics-process.ts";
import { PROJECT_KEY, temporaryFolder } from "../support/analytics-service.ts";
import { lengthsOf } from "../support/lengths.ts";
import { type AskAnswer, ask } from "./support/ask.ts";
import { createRepository } from "./support/create-repository.ts";
import { createStack, type Stack } from "./support/create-stack.ts";
import { type LoadResult, underLoad } from "./support/generate-load.ts";
import { PATIENT_CADDY } from "./support/patient-caddy.ts";
import { tryDocker } from "./support/run-docker.ts";

const { requestsPerSecond, loads } = lengthsOf("test/container/operator.test.ts");
const ROOT = join(import.meta.dirname, "../..");
const DEPLOY = join(ROOT, "site/pages/4.deploy");
const API_KEY = "phx_of_the_container_test";

test("each command of the handbook's pages on containers does what it says, and no visitor fails", async () => {
	const stack = await createStack({
		environment: { ANALYTICS_API_KEY: API_KEY, SITE_REPLICAS: "2" },
		override: PATIENT_CADDY,
		nameServer: "lying",
	});
	const operator = await settleIn(stack);
	const [up, firstPassword, trust, scale, ...elsewhere] = await commandsOf("0.containers.md");
	const [upgrade, prune, reload, renewCaddy] = await commandsOf("5.upgrade-containers.md");
	const [backUp, putBack] = await commandsOf("6.back-up.md");
	const [rollBack] = await commandsOf("7.roll-back.md");
	await operator.run(up);
	expect(await operator.run(firstPassword)).toMatch(/password/);
	await operator.run(trust);
	const authority = await readFile(join(operator.folder, "loggia-root.crt"), "utf8");
	const isUp = () => ask(`${stack.siteUrl}/`, { authority }).then(({ status }) => status, String);
	await expect.poll(isUp).toBe(200);
	const caddy = await stack.containerOf("caddy");
	await sendEvent(stack, "kept");
	await operator.run(backUp);
	await sendEvent(stack, "later");

	const load = { url: stack.siteUrl, authority, paths: ["/", "/guide"] };
	for (const rate of [requestsPerSecond, 20].slice(0, loads)) {
		const line = `\ndocument.documentElement.dataset["rate"] = "${rate}";\n`;
		await appendFile(join(operator.folder, "src/app/entry-client.tsx"), line);
		const old = await scriptsOf(stack, authority);
		let fresh = old;
		const result = await underLoad({ ...load, requestsPerSecond: rate }, async () => {
			const before = await operator.version();
			await operator.run(upgrade);
			expect(await operator.version()).not.toBe(before);
			fresh = await scriptsOf(stack, authority);
			await operator.run(rollBack);
			expect(await operator.version()).toBe(before);
			await operator.run(reload);
			await operator.run(prune);
			await operator.run(backUp);
		});
		report(`upgrade, roll-back, reload, pruning and back-up at ${rate}/s`, result);
		expect(result.failures).toEqual([]);
		expect(fresh).not.toEqual(old);
		// Open tabs of either build find theirs.
		for (const script of [...old, ...fresh]) {
			expect((await ask(`${stack.siteUrl}${script}`, { authority })).status).toBe(200);
		}
	}
	expect((await stack.compose("ps", "--quiet", "site")).split("\n")).toHaveLength(2);
	expect(await stack.containerOf("caddy")).toBe(caddy);
	expect(await storedNames(stack)).toEqual(["kept", "later"]);

	await sendEvent(stack, "last");
	const result = await underLoad({ ...load, requestsPerSecond }, async () => {
		await operator.run(putBack);
		await operator.run(scale);
	});
	report(`restoring and scaling at ${requestsPerSecond}/s`, result);
	expect(result.failures).toEqual([]);
	expect(await storedNames(stack)).toEqual(["kept", "later"]);
	expect((await stack.compose("ps", "--quiet", "site")).split("\n")).toHaveLength(3);

	await operator.run(renewCaddy);
	await expect.poll(isUp).toBe(200);
	// The container that is both services has a test of its own.
	expect(elsewhere).toEqual([expect.stringContaining("docker run")]);
});

test("two commands bring a new machine back from a back-up and a git address, and building leaves no images", async () => {
	const repository = await createRepository({ "pages/index.md": "# From the branch\n" });
	const own = `test-${randomBytes(4).toString("hex")}`;
	const stack = await createStack({
		environment: {
			ANALYTICS_API_KEY: API_KEY,
			LOGGIA_VERSION: own,
			LOGGIA_CADDY_VERSION: own,
			LOGGIA_COMMIT: own,
		},
		nameServer: "none",
		override: { services: { site: { volumes: [`${repository}:/repository:ro`] } } },
	});
	const operator = await settleIn(stack);
	await writeFile(join(operator.folder, "events.sqlite"), await copyOfStore("kept"));
	const [commands = ""] = await commandsOf("10.disaster-recovery.md");

	await operator.run(
		commands.replace("https://git.example.org/docs.git#main", "file:///repository#main"),
	);

	const page = await ask(`${stack.siteUrl}/`, { authority: await stack.authority() });
	expect(commands.trim().split("\n")).toHaveLength(2);
	expect(page.body.toString()).toContain("From the branch");
	expect(await storedNames(stack)).toEqual(["kept"]);
	expect(await operator.run("./loggia revisions")).toMatch(/1 pages, \d+ files {2}commit \w{12}/);
	expect(await operator.run("grep -c deploy/git.yaml .env")).toBe("1\n");

	await operator.run("LOGGIA_COMMIT=another ./loggia start");

	const ofFirstBuild = `label=org.opencontainers.image.revision=${own}`;
	expect(await operator.run(`docker images --quiet --filter ${ofFirstBuild}`)).toBe("");
});

test("bases are named by the digest that the registry says, and what was there before stays in .env", async () => {
	const stack = await createStack();
	const operator = await settleIn(stack);
	const digest = `sha256:${"a1".repeat(32)}`;
	// A registry is out of reach here: this says what docker would.
	await writeFile(join(operator.folder, "docker"), `#!/bin/sh\necho ${digest}\n`, { mode: 0o755 });

	await operator.run('PATH="$PWD:$PATH" ./loggia pin-bases');
	const lines = (await readFile(join(operator.folder, ".env"), "utf8")).split("\n");

	expect(lines).toContain(`NODE_IMAGE=node:26-trixie-slim@${digest}`);
	expect(lines).toContain(`CADDY_IMAGE=caddy:2.11-alpine@${digest}`);
	expect(lines).toContain(`LOGGIA_VERSION=${inject("imageTag")}`);
});

test("a version that does not become healthy changes nothing, and is told in a line", async () => {
	const stack = await createStack();
	const operator = await settleIn(stack);
	await operator.run("docker compose up --detach --no-build --wait");
	const [before, version] = [await stack.containerOf("site"), await operator.version()];
	// The new version ends at once.
	await appendFile(
		join(operator.folder, "Dockerfile"),
		`\nUSER 0\nRUN echo "process.exit(1)" > dist/server/main.js\nUSER 1000:1000\n`,
	);

	const sentence = await operator.complaintOf("./loggia upgrade");

	expect(sentence).toMatch(/^loggia: version \d+-\d+ does not become healthy: version .+ stays$/m);
	expect(await stack.containerOf("site")).toBe(before);
	expect(await operator.version()).toBe(version);
	const [failed = ""] = /\d{8}-\d{6}/.exec(sentence) ?? [];
	expect(await operator.run(`docker images --quiet loggia:${failed}`)).toBe("");
});

test("a back-up that fails leaves the copy from before, and scheduled ones keep their number", async () => {
	const stack = await createStack({ environment: { BACKUPS_KEPT: "2" } });
	const operator = await settleIn(stack);
	await operator.run("docker compose up --detach --no-build --wait analytics");
	const folder = join(operator.folder, "backups");
	for (const time of ["20250101-000000", "20250102-000000", "20250103-000000"]) {
		await cp(`${ROOT}/package.json`, join(folder, `loggia-${time}.sqlite`));
	}

	await operator.run("./loggia back-up");
	const kept = await readdir(folder);
	await operator.run("./loggia back-up copy.sqlite");
	await stack.compose("stop", "analytics");
	const sentence = await operator.complaintOf("./loggia back-up copy.sqlite");

	expect(kept).toHaveLength(2);
	expect(kept).toContain("loggia-20250103-000000.sqlite");
	expect(sentence).toMatch(/^loggia: nothing was backed up$/m);
	const copy = await readFile(join(operator.folder, "copy.sqlite"), "latin1");
	expect(copy.startsWith("SQLite format 3")).toBe(true);
	expect(await readdir(operator.folder)).not.toContain("copy.sqlite.part");
});

test("revisions, preview links and a new password come from the containers that run", async () => {
	const stack = await createStack();
	const operator = await settleIn(stack);
	await operator.run("docker compose up --detach --no-build --wait");

	const revisions = await operator.run("./loggia revisions");
	const link = await operator.run("./loggia preview-link /guide");
	const password = await operator.run("./loggia password");

	expect(revisions).toMatch(/^[\w-]+ {2}\d{4}-\S+ {2}2 pages/m);
	expect(link).toMatch(/^\/guide\?\w+=\S+\n$/);
	const signIn = await ask(`${stack.analyticsUrl}/api/session`, {
		method: "POST",
		authority: await stack.authority(),
		headers: {
			"content-type": "application/json",
			"sec-fetch-site": "same-origin",
			[DASHBOARD_HEADER]: "1",
		},
		body: JSON.stringify({ password: password.trim() }),
	});
	expect(signIn.status).toBeLessThan(300);
});

const execute = promisify(execFile);

/** What "./loggia back-up" has written on another machine. */
async function copyOfStore(event: string): Promise<Buffer> {
	const folder = temporaryFolder();
	const service = await startAnalyticsProcess(folder);
	const payload = { api_key: PROJECT_KEY, event, distinct_id: "one" };
	await fetch(`${service.url}/e/`, { method: "POST", body: JSON.stringify(payload) });
	const main = join(ROOT, "dist/analytics/main.js");
	const { stdout } = await execute(process.execPath, [main, "back-up"], {
		env: { DATA_DIR: folder },
		encoding: "buffer",
		maxBuffer: 64 * 1024 * 1024,
	});
	await service.kill("SIGTERM");
	return stdout;
}

interface Operator {
	readonly folder: string;
	/** @returns Standard output of commands, which must be there. */
	readonly run: (commands: string | undefined) => Promise<string>;
	/** @returns Standard error of what must fail. */
	readonly complaintOf: (commands: string) => Promise<string>;
	/** The version that `.env` names. */
	readonly version: () => Promise<string>;
}

/** A folder as an operator has it, in which plain commands mean this stack alone. */
async function settleIn(stack: Stack): Promise<Operator> {
	const folder = await mkdtemp(join(tmpdir(), "loggia-operator-"));
	const names = ["src", "scripts", "site", "Dockerfile", "Caddyfile", "LICENSE", ".dockerignore"];
	const files = [...names, ".npmrc", "package.json", "package-lock.json"];
	for (const name of [...files, "deploy", "docker-compose.yml", "loggia"]) {
		await cp(join(ROOT, name), join(folder, name), { recursive: true });
	}
	const env = await stack.settleIn(folder);
	onTestFinished(async () => {
		// An image that a container still has would only lose its name.
		await stack.compose("down", "--volumes", "--timeout", "1");
		await removeImages(folder);
		await rm(folder, { recursive: true, force: true });
	});
	return {
		folder,
		run: async (commands) => {
			if (commands === undefined) return expect.fail("the page has no such commands");
			const { stdout } = await execute("sh", ["-euc", commands], { cwd: folder, env });
			return stdout;
		},
		complaintOf: (commands) =>
			execute("sh", ["-euc", commands], { cwd: folder, env }).then(
				() => expect.fail(`"${commands}" did not fail`),
				// What execFile() rejects with when a program ends with another code than 0.
				(error: unknown) => (error as { readonly stderr: string }).stderr,
			),
		version: async () => {
			const [, version = ""] =
				/^LOGGIA_VERSION=(.+)$/m.exec(await readFile(join(folder, ".env"), "utf8")) ?? [];
			return version;
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

/** The blocks of commands on a page, in its order. */
async function commandsOf(page: string): Promise<readonly string[]> {
	const text = await readFile(join(DEPLOY, page), "utf8");
	return [...text.matchAll(/```sh\n(.+?)```/gs)].map(([, commands = ""]) => commands);
}

/** What the first page loads. */
async function scriptsOf(stack: Stack, authority: string): Promise<readonly string[]> {
	const { body } = await ask(`${stack.siteUrl}/`, { authority });
	return [...body.toString().matchAll(/"(\/_nuxt\/[\w.-]+\.js)"/g)].map(([, path = ""]) => path);
}

function report(name: string, { requests, seconds, failures, maxMs }: LoadResult): void {
	console.log(
		`figures: ${name}: ${requests} requests in ${seconds.toFixed(0)} s, ${failures.length} failed, longest ${maxMs} ms`,
	);
}

async function sendEvent(stack: Stack, event: string): Promise<AskAnswer> {
	const answer = await ask(`${stack.siteUrl}/ingest/e/`, {
		method: "POST",
		authority: await stack.authority(),
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ api_key: "phc_loggia", event, distinct_id: "one" }),
	});
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
