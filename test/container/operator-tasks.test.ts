import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFile, cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startAnalyticsProcess } from "../support/analytics-process.ts";
import { PROJECT_KEY } from "../support/analytics-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ask } from "./support/ask.ts";
import { createRepository } from "./support/create-repository.ts";
import { createStack, prepareStack, type Stack } from "./support/create-stack.ts";
import { commandsOf, type Operator, prepareOperator, settleIn } from "./support/operator.ts";
import { API_KEY, storedEvents } from "./support/stored-events.ts";

const ROOT = join(import.meta.dirname, "../..");

let stack: Stack;
let operator: Operator;

beforeAll(async () => {
	stack = await prepareStack({ environment: { BACKUPS_KEPT: "2" } });
	operator = await prepareOperator(stack);
	await operator.run("docker compose up --detach --no-build --wait");
});

afterAll(async () => {
	await operator?.leave();
	await stack?.remove();
});

test("bases are named by the digest that the registry says, and what was there before stays in .env", async () => {
	const digest = `sha256:${"a1".repeat(32)}`;
	const registry = join(operator.folder, "registry");
	await mkdir(registry);
	// A registry is out of reach here: this says what docker would.
	await writeFile(join(registry, "docker"), `#!/bin/sh\necho ${digest}\n`, { mode: 0o755 });
	const before = await readFile(join(operator.folder, ".env"), "utf8");

	await operator.run('PATH="$PWD/registry:$PATH" ./loggia pin-bases');
	const lines = (await readFile(join(operator.folder, ".env"), "utf8")).split("\n");

	// No later build of this folder finds such a base.
	await writeFile(join(operator.folder, ".env"), before);
	expect(lines).toContain(`NODE_IMAGE=node:26-trixie-slim@${digest}`);
	expect(lines).toContain(`CADDY_IMAGE=caddy:2.11-alpine@${digest}`);
	expect(lines).toContain(`LOGGIA_VERSION=${inject("imageTag")}`);
});

test("a folder of another generator moves in, and is checked, by the commands of the handbook", async () => {
	const folder = join(operator.folder, "theirs");
	await mkdir(join(folder, "docs"), { recursive: true });
	await writeFile(join(folder, "mkdocs.yml"), "site_name: Theirs\nnav:\n  - Home: index.md\n");
	await writeFile(join(folder, "docs/index.md"), "# Home\n\n[Away](nowhere.md)\n");
	const [, moveIn = ""] = await commandsOf("1.start/4.move-in.md");
	const check = (await commandsOf("2.write/11.check.md")).find((one) => one.includes("docker"));

	const report = await operator.run(moveIn.replace("/path/to/repository", folder));
	const { code, stdout } = await operator.attempt(
		`cd theirs\n${check}`
			.replace(" loggia ", ` loggia:${inject("imageTag")} `)
			.replace(/ site$/m, " ."),
	);

	expect(report).toContain("MkDocs");
	expect(await readFile(join(folder, "site.yaml"), "utf8")).toContain("name: Theirs");
	// The folder's own user can change it.
	expect((await stat(join(folder, "site.yaml"))).uid).toBe((await stat(folder)).uid);
	expect(stdout).toContain("nowhere.md");
	expect(code).toBe(1);
});

test("a version that does not become healthy changes nothing, and is told in a line", async () => {
	const [before, version] = [await stack.containerOf("site"), await operator.version()];
	// The new version ends at once.
	await appendFile(
		join(operator.folder, "Dockerfile"),
		`\nUSER 0\nRUN echo "process.exit(1)" > dist/server/main.js\nUSER 1000:1000\n`,
	);

	const sentence = await operator.complaintOf("./loggia upgrade");

	expect(sentence).toMatch(/^loggia: version \d+-\d+ does not become healthy: .+ keeps running$/m);
	expect(await stack.containerOf("site")).toBe(before);
	expect(await operator.version()).toBe(version);
	const [failed = ""] = /\d{8}-\d{6}/.exec(sentence) ?? [];
	expect(await operator.run(`docker images --quiet loggia:${failed}`)).toBe("");
});

test("a back-up that fails leaves the copy from before, and scheduled ones keep their number", async () => {
	const folder = join(operator.folder, "backups");
	await mkdir(folder, { recursive: true });
	const times = ["20250101-000000", "20250102-000000", "20250103-000000"];
	for (const time of [...times, ...times.map((time) => `${time}.3f9c12ab04de`)]) {
		await cp(`${ROOT}/package.json`, join(folder, `loggia-${time}.sqlite`));
	}

	await operator.run("./loggia back-up");
	const kept = await readdir(folder);
	await operator.run("./loggia back-up copy.sqlite");
	// A file may have no more than 16 blocks of 512 bytes, as if the disk was full.
	const full = await operator.complaintOf("ulimit -f 16\n./loggia back-up copy.sqlite");
	await stack.compose("stop", "analytics");
	const away = await operator.complaintOf("./loggia back-up copy.sqlite");

	expect(new Set(kept.map((name) => name.split(".")[0])).size).toBe(2);
	expect(kept).toContain("loggia-20250103-000000.sqlite");
	expect(kept).toContain("loggia-20250103-000000.3f9c12ab04de.sqlite");
	for (const sentence of [full, away]) {
		expect(sentence).toMatch(/^loggia: nothing was backed up$/m);
		expect(sentence.split("\n").length).toBeLessThan(5);
	}
	const copy = await readFile(join(operator.folder, "copy.sqlite"), "latin1");
	expect(copy.startsWith("SQLite format 3")).toBe(true);
	expect(await readdir(operator.folder)).not.toContain("copy.sqlite.part");
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
	const newMachine = await settleIn(stack);
	await writeFile(join(newMachine.folder, "events.sqlite"), await copyOfStore("kept"));
	const [commands = ""] = await commandsOf("4.deploy/10.disaster-recovery.md");

	await newMachine.run(
		commands.replace("https://git.example.org/docs.git#main", "file:///repository#main"),
	);

	const page = await ask(`${stack.siteUrl}/`, { authority: await stack.authority() });
	expect(commands.trim().split("\n")).toHaveLength(2);
	expect(page.body.toString()).toContain("From the branch");
	expect((await storedEvents(stack)).map(({ event }) => event)).toEqual(["kept"]);
	expect(await newMachine.run("grep -c deploy/git.yaml .env")).toBe("1\n");

	await newMachine.run("LOGGIA_COMMIT=another ./loggia start");

	const ofFirstBuild = `label=org.opencontainers.image.revision=${own}`;
	expect(await newMachine.run(`docker images --quiet --filter ${ofFirstBuild}`)).toBe("");
});

const execute = promisify(execFile);

/** What "./loggia back-up" has written on another machine. */
async function copyOfStore(event: string): Promise<Buffer> {
	const folder = temporaryFolder();
	const service = await startAnalyticsProcess(folder);
	await service.send({ api_key: PROJECT_KEY, event, distinct_id: "one" });
	const main = join(ROOT, "dist/analytics/main.js");
	const { stdout } = await execute(process.execPath, [main, "back-up"], {
		env: { DATA_DIR: folder },
		encoding: "buffer",
		maxBuffer: 64 * 1024 * 1024,
	});
	await service.kill("SIGTERM");
	return stdout;
}
