import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { openStore } from "../../../../src/analytics/store/analytics-store.ts";
import { backUpStore } from "../../../../src/analytics/store/file/back-up-store.ts";
import {
	type AnalyticsProcess,
	startAnalyticsProcess,
} from "../../../support/analytics-process.ts";
import { newPageViews } from "../../../support/new-event.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { pageView } from "../../../support/visitor.ts";

const NOON = Date.UTC(2026, 0, 15, 12);

test("a copy is one moment of a store that is written all the while, and needs no room beside it", async () => {
	const folder = temporaryFolder();
	const service = await startAnalyticsProcess(folder);
	await service.send(pageView("https://site.example/"));
	// The column holds bytes alone.
	const salt = inStore(folder, "SELECT salt FROM salts") as Uint8Array;
	const before = await readdir(join(folder, "analytics"));
	const chunks: Buffer[] = [];
	const seen = new Set<string>();
	const output = new Writable({
		highWaterMark: 1,
		// A reader that is slower than the writers.
		write(chunk: Buffer, _coding, done) {
			chunks.push(chunk);
			for (const name of readdirSync(join(folder, "analytics"))) seen.add(name);
			void sendMany(service).finally(done);
		},
	});

	await sendMany(service);
	await backUpStore(storeIn(folder), output);
	await service.kill("SIGTERM");
	const copy = Buffer.concat(chunks);
	const target = temporaryFolder();
	const { code, said } = await runTask("restore", target, copy);

	expect({ code, said }).toEqual({ code: 0, said: "" });
	expect([...seen].filter((name) => !before.includes(name))).toEqual([]);
	expect(count(target, "events")).toBe(1 + MANY);
	expect(count(folder, "events")).toBeGreaterThan(1 + MANY);
	expect(count(target, "salts")).toBe(0);
	expect(copy.includes(salt)).toBe(false);
	expect(inStore(target, "PRAGMA integrity_check")).toBe("ok");
});

test("a copy stays whole while another process writes and copies its log back", async () => {
	const folder = temporaryFolder();
	const path = join(folder, "events.sqlite");
	const store = openStore(path, NOON);
	store.writeBatch(newPageViews(2_000));
	store.close();
	const chunks: Buffer[] = [];
	const output = new Writable({
		highWaterMark: 1,
		write(chunk: Buffer, _coding, done) {
			chunks.push(chunk);
			execFileSync(process.execPath, ["-e", CHANGE_EVERYTHING, path]);
			done();
		},
	});

	await backUpStore(path, output);
	await writeFile(join(folder, "copy"), Buffer.concat(chunks));

	const copy = new DatabaseSync(join(folder, "copy"));
	expect(copy.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
	expect(copy.prepare("SELECT count(*) AS changed FROM events WHERE bot = 7").get()).toEqual({
		changed: 0,
	});
	copy.close();
});

/** In a process of its own: locks hold between processes alone. */
const CHANGE_EVERYTHING = `
	const database = new (require("node:sqlite").DatabaseSync)(process.argv[1]);
	database.exec("UPDATE events SET bot = 7");
	database.prepare("PRAGMA wal_checkpoint(PASSIVE)").get();
	database.close();
`;

test("what is no copy of a store is refused, and the store stays as it is", async () => {
	const folder = temporaryFolder();
	const service = await startAnalyticsProcess(folder);
	await service.send(pageView("https://site.example/"));
	await service.kill("SIGTERM");
	const before = await readFile(storeIn(folder));

	for (const [input, reason] of [
		["hello", "The copy is not a SQLite file"],
		["", "The copy has no store"],
	] as const) {
		const { code, said } = await runTask("restore", folder, Buffer.from(input));

		expect({ code, said }).toEqual({ code: 1, said: `Nothing was restored. ${reason}\n` });
		expect(await readFile(storeIn(folder))).toEqual(before);
	}
});

test("a data folder that cannot be used is told in one line", async () => {
	const folder = temporaryFolder();
	await writeFile(join(folder, "analytics"), "a file in the place of the folder");

	const { code, said } = await runTask(undefined, folder);

	expect(code).toBe(1);
	expect(said).toMatch(/^DATA_DIR must be a writable folder .+\n$/);
});

async function runTask(task: string | undefined, folder: string, input: Buffer = Buffer.of()) {
	const words = task === undefined ? [] : [task];
	const child = spawn(process.execPath, ["src/analytics/main.ts", ...words], {
		env: { ...process.env, DATA_DIR: folder },
	});
	let said = "";
	child.stdout.resume();
	child.stderr.on("data", (chunk: Buffer) => {
		said += chunk.toString();
	});
	// A task that ends before it has read everything closes its end.
	child.stdin.on("error", () => undefined).end(input);
	const [code] = await once(child, "close");
	return { code, said };
}

const MANY = 200;

async function sendMany({ send }: AnalyticsProcess): Promise<void> {
	const { ok } = await send(
		Array.from({ length: MANY }, (_, index) =>
			pageView(`https://site.example/page-${index}-${"x".repeat(200)}`),
		),
	);
	expect(ok).toBe(true);
}

function count(folder: string, table: string): number {
	return Number(inStore(folder, `SELECT count(*) FROM ${table}`));
}

/** @returns The first cell of what a statement gives. */
function inStore(folder: string, statement: string): unknown {
	const database = new DatabaseSync(storeIn(folder), { readOnly: true });
	const row = database.prepare(statement).get();
	database.close();
	return Object.values(row ?? {})[0];
}

function storeIn(folder: string): string {
	return join(folder, "analytics", "events.sqlite");
}
