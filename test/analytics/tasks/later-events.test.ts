import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { readAnalyticsConfig } from "../../../src/analytics/config.ts";
import { openStore } from "../../../src/analytics/store/analytics-store.ts";
import { readUuid } from "../../../src/analytics/store/database/stored-id.ts";
import { FIRST_VERSION } from "../../../src/analytics/store/migrations/migrations.ts";
import { preparePutBack } from "../../../src/analytics/store/migrations/put-back.ts";
import { copyOfVersion } from "../../../src/analytics/store/migrations/store-copies.ts";
import type { NewEvent } from "../../../src/analytics/store/new-event.ts";
import { putBackAll } from "../../../src/analytics/tasks/change-version.ts";
import { importEvents, writeLaterEvents } from "../../../src/analytics/tasks/later-events.ts";
import { storePathOf } from "../../../src/analytics/tasks/or-exit.ts";
import { earlierStore } from "../../support/earlier-store.ts";
import { newPageViews } from "../../support/new-event.ts";
import { openFile } from "../../support/open-file.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const PROJECT = "0123456789ab";

test("events between an upgrade and a roll-back return into the store that was put back, once", async () => {
	const { config, path } = upgradedStore();
	const before = uuidsIn(copyOfVersion(path, FIRST_VERSION));
	const later = newPageViews(700, () => ({ timestamp: Date.now() - 60_000 }));
	writeInto(path, later);
	preparePutBack(path, FIRST_VERSION)?.();
	expect(uuidsIn(path)).toEqual(before);

	const lines = await laterEvents(path);
	const counts = await importEvents(path, Readable.from([lines]), config);

	expect(counts).toMatchObject({ stored: 700, repeated: 0, refused: {} });
	expect(uuidsIn(path)).toEqual([...before, ...later.map(({ uuid }) => uuid)].toSorted());
	expect(await importEvents(path, Readable.from([lines]), config)).toMatchObject({
		stored: 0,
		repeated: 700,
	});
});

test("without a roll-back there are no later events", async () => {
	const { path } = upgradedStore();
	writeInto(path, newPageViews(3));

	expect((await laterEvents(path)).toString()).toBe("");
});

test("a roll-back replaces the stores of all projects, and names them", async () => {
	const { config, path } = upgradedStore([PROJECT]);

	expect(await printedBy(() => putBackAll(config, [String(FIRST_VERSION)]))).toBe(
		`first\n${PROJECT}\n`,
	);

	expect([path, storePathOf(config, PROJECT)].map(versionOf)).toEqual([17, 17]);
});

test("a roll-back leaves a project alone that was created after the upgrade", async () => {
	const { config, path } = upgradedStore();
	const ofProject = storePathOf(config, PROJECT);
	mkdirSync(dirname(ofProject), { recursive: true });
	copyFileSync(path, ofProject);

	expect(await printedBy(() => putBackAll(config, [String(FIRST_VERSION)]))).toBe("first\n");

	expect(versionOf(path)).toBe(FIRST_VERSION);
	expect(versionOf(ofProject)).toBeGreaterThan(FIRST_VERSION);
});

test("a roll-back without the copy of one project replaces no store", async () => {
	const { config, path } = upgradedStore([PROJECT]);
	rmSync(copyOfVersion(storePathOf(config, PROJECT), FIRST_VERSION));
	const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
		throw new Error(`exit ${code}`);
	});
	onTestFinished(() => exit.mockRestore());

	await expect(putBackAll(config, [String(FIRST_VERSION)])).rejects.toThrow("exit 1");

	expect(versionOf(path)).toBeGreaterThan(FIRST_VERSION);
});

/** Stores of the fixture's version that this version has migrated; the first one lists the projects. */
function upgradedStore(projects: readonly string[] = []) {
	const config = readAnalyticsConfig({ DATA_DIR: temporaryFolder() });
	const entries = ["first", ...projects].map((id) => ({ id, name: id, key: `phc_${id}` }));
	for (const { id } of entries) {
		const path = storePathOf(config, id);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, earlierStore(FIRST_VERSION));
		const store = new DatabaseSync(path);
		store
			.prepare("INSERT OR REPLACE INTO settings (key, value) VALUES ('projects', ?)")
			.run(JSON.stringify(entries));
		store.close();
		openStore(path, Date.now()).close();
	}
	return { config, path: config.storePath };
}

function writeInto(path: string, events: readonly NewEvent[]): void {
	const store = openStore(path, Date.now());
	store.writeBatch(events);
	store.close();
}

async function laterEvents(path: string): Promise<Buffer> {
	const output = new PassThrough();
	const lines = buffer(output);
	await writeLaterEvents(path, output);
	output.end();
	return lines;
}

/** @returns Standard output of the task. */
async function printedBy(task: () => Promise<void>): Promise<string> {
	const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
	try {
		await task();
		return write.mock.calls.map(([text]) => String(text)).join("");
	} finally {
		write.mockRestore();
	}
}

function uuidsIn(path: string): readonly string[] {
	const rows = openFile(path).prepare("SELECT uuid FROM events").all();
	return rows.map(({ uuid }) => readUuid(uuid)).toSorted();
}

function versionOf(path: string): number {
	return Number(openFile(path).prepare("PRAGMA user_version").get()?.["user_version"]);
}
