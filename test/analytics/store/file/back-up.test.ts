import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { backUpStore } from "../../../../src/analytics/store/file/back-up-store.ts";
import { openStore } from "../../../../src/analytics/store/open-store.ts";
import { dayOf } from "../../../../src/analytics/store/visits/roll-up.ts";
import { startAnalyticsProcess } from "../../../support/analytics-process.ts";
import { PROJECT_KEY, temporaryFolder, testAnalytics } from "../../../support/analytics-service.ts";
import { pageView } from "../../../support/visitor.ts";

test("a backup of a running service is restored with every event, and without salts", async () => {
	const folder = temporaryFolder();
	const service = await startAnalyticsProcess(folder);
	await sendPageView(service.url, "https://site.example/kept");
	const backup = await runTask("back-up", folder);
	await sendPageView(service.url, "https://site.example/later");
	await service.kill("SIGTERM");

	const restored = await runTask("restore", folder, backup.output);

	expect([backup.code, restored.code]).toEqual([0, 0]);
	expect(storedEvents(folder)).toBe(1);
	expect(count(folder, "salts")).toBe(0);
});

test("a backup waits for what only the service can read, and has it then", async () => {
	const path = join(temporaryFolder(), "events.sqlite");
	const { service, store } = testAnalytics({ storePath: path });
	await service.inject({ method: "POST", url: "/batch/", payload: largeBatch(3_000) });
	expect(store.staged.waiting()).toBeGreaterThan(0);
	const copy = new PassThrough();

	const [problem, bytes] = await Promise.all([backUpStore(path, copy), buffer(copy)]);

	expect(problem).toBeUndefined();
	const copied = `${path}.copied`;
	await writeFile(copied, bytes);
	const database = new DatabaseSync(copied);
	const row = database.prepare("SELECT count(*) AS number FROM events").get();
	database.close();
	expect(row).toEqual({ number: 3_000 });
});

test("a backup of what a dead service left, which only it can read, is refused", async () => {
	const path = join(temporaryFolder(), "events.sqlite");
	const store = openStore(path, Date.now());
	const day = dayOf(Date.now());
	store.staged.add([{ count: 1, day, facts: "{}", events: Buffer.from('"a"') }]);
	store.close();
	const copy = new PassThrough();

	const problem = await backUpStore(path, copy, 30);

	expect(problem).toBe(
		"Acknowledged events wait that only the service can write: start it, and try again",
	);
	expect(copy.readableLength).toBe(0);
});

test("a store in use is not replaced", async () => {
	const folder = temporaryFolder();
	const service = await startAnalyticsProcess(folder);
	await sendPageView(service.url, "https://site.example/");
	const { output } = await runTask("back-up", folder);

	const restored = await runTask("restore", folder, output);
	await service.kill("SIGTERM");

	expect(restored).toMatchObject({
		code: 1,
		said: "Nothing was restored. The analytics service must be stopped before\n",
	});
	expect(storedEvents(folder)).toBe(1);
});

test.each([
	["no database", "hello", "The copy is no SQLite file"],
	["nothing at all", "", "The copy holds no store"],
])("%s is refused, and the store stays as it is", async (_name, input, reason) => {
	const folder = temporaryFolder();
	const service = await startAnalyticsProcess(folder);
	await sendPageView(service.url, "https://site.example/");
	await service.kill("SIGTERM");
	const before = await readFile(storeIn(folder));

	const { code, said } = await runTask("restore", folder, Buffer.from(input));

	expect({ code, said }).toEqual({ code: 1, said: `Nothing was restored. ${reason}\n` });
	expect(await readFile(storeIn(folder))).toEqual(before);
});

test("a data folder that cannot be used is told in one line", async () => {
	const folder = temporaryFolder();
	await writeFile(join(folder, "analytics"), "a file in the place of the folder");

	const { code, said } = await runTask(undefined, folder);

	expect(code).toBe(1);
	expect(said).toMatch(/^DATA_DIR must be a folder that can be written, .+\n$/);
});

/** Of more than a megabyte, so that most of it is staged before it has been read. */
function largeBatch(size: number): string {
	const text = "a".repeat(400);
	const batch = Array.from({ length: size }, (_, index) => ({
		event: "hello",
		distinct_id: `u${index}`,
		properties: { text },
	}));
	return JSON.stringify({ api_key: PROJECT_KEY, batch });
}

interface TaskResult {
	readonly code: number | null;
	readonly output: Buffer;
	readonly said: string;
}

async function runTask(
	task: string | undefined,
	folder: string,
	input: Buffer = Buffer.of(),
): Promise<TaskResult> {
	const words = task === undefined ? [] : [task];
	const child = spawn(process.execPath, ["src/analytics/main.ts", ...words], {
		env: { ...process.env, DATA_DIR: folder },
	});
	const output: Buffer[] = [];
	let said = "";
	child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
	child.stderr.on("data", (chunk: Buffer) => {
		said += chunk.toString();
	});
	// A task that ends before it has read everything closes its end.
	child.stdin.on("error", () => undefined).end(input);
	const [code] = await once(child, "close");
	return { code, output: Buffer.concat(output), said };
}

async function sendPageView(origin: string, url: string): Promise<void> {
	const { ok } = await fetch(`${origin}/e/`, {
		method: "POST",
		body: JSON.stringify(pageView(url)),
	});
	expect(ok).toBe(true);
}

function storedEvents(folder: string): number {
	return count(folder, "events");
}

function count(folder: string, table: string): number {
	const database = new DatabaseSync(storeIn(folder), { readOnly: true });
	const row = database.prepare(`SELECT count(*) AS number FROM ${table}`).get();
	database.close();
	return Number(row?.["number"]);
}

function storeIn(folder: string): string {
	return join(folder, "analytics", "events.sqlite");
}
