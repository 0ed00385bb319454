import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { startAnalyticsProcess } from "../../../support/analytics-process.ts";
import { temporaryFolder } from "../../../support/analytics-service.ts";
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
