import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { checkStore } from "../../../../src/analytics/check-store.ts";
import { openReader } from "../../../../src/analytics/query/threads/reader.ts";
import { openStore } from "../../../../src/analytics/store/analytics-store.ts";
import { copyStore } from "../../../../src/analytics/store/database/copy-store.ts";
import { isDamage } from "../../../../src/analytics/store/database/damage.ts";
import {
	CHECK_START,
	type CheckPosition,
	checkSlice,
} from "../../../../src/analytics/store/file/check-slice.ts";
import { restoreStore } from "../../../../src/analytics/store/file/restore-store.ts";
import { PERSONAL_KEY, startAnalytics } from "../../../support/analytics.ts";
import { NOON, newPageView, newPageViews } from "../../../support/new-event.ts";
import { openFile } from "../../../support/open-file.ts";
import { pseudoRandom } from "../../../support/pseudo-random.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { testStore } from "../../../support/test-store.ts";

const EVENTS = 2_000;
const ADVICE = expect.stringContaining("The store's file is damaged");

test.each([
	"events",
	"events_by_time",
	"events_by_distinct_id",
	"sqlite_autoindex_events_1",
	"trait_sets",
	"roll_ups",
])("a check finds every damaged page of %s", (tree) => {
	const path = filledStore();
	expect(problemOf(path)).toBeUndefined();
	const sound = readFileSync(path);
	const random = pseudoRandom(1);
	const pages = pagesOf(path, tree);

	for (const page of pages.filter((_, index) => index % Math.ceil(pages.length / 8) === 0)) {
		writeFileSync(path, withDamagedPage(sound, page, random));

		expect(isDamage(problemOf(path))).toBe(true);
	}
});

test("a check of a service's file at its start is named by /readyz and a metric", async () => {
	const { service, store, logLines } = damagedService("events");
	const log = { info: () => undefined, error: () => undefined };

	await checkStore({ store, log, signal: new AbortController().signal });

	const ready = await service.inject("/readyz");
	expect(ready.statusCode).toBe(200);
	expect(ready.json().problems).toEqual([ADVICE]);
	expect((await service.inject("/metrics")).body).toContain("analytics_store_damaged 1");
	expect(logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test("a question about a damaged page answers with the reason, and events are still taken", async () => {
	const { service, store, post } = damagedService("events_by_time");
	const question = {
		kind: "trend",
		measure: { of: "events" },
		breakdowns: [{ dimension: "page" }],
		from: "2026-01-15",
	};

	const answer = await post("/api/v1/query", question);

	expect([answer.statusCode, answer.body]).toEqual([500, ADVICE]);
	expect((await service.inject("/readyz")).json().problems).toEqual([ADVICE]);
	expect(store.status().damage).toBe("while-reading");
});

test("an export of a damaged page ends with a line that says so, and breaks off", async () => {
	const { service, store } = damagedService("events");
	const origin = await service.listen({ port: 0, host: "127.0.0.1" });

	const response = await fetch(`${origin}/api/v1/export/events.jsonl`, {
		headers: { authorization: `Bearer ${PERSONAL_KEY}`, "accept-encoding": "identity" },
	});
	const chunks: Uint8Array[] = [];
	const reading = (async () => {
		for await (const chunk of response.body ?? []) chunks.push(chunk);
	})();

	await expect(reading).rejects.toThrow();
	const last = Buffer.concat(chunks).toString().trimEnd().split("\n").at(-1) ?? "";
	expect(JSON.parse(last).error).toContain("The export ends here and is incomplete");
	expect(store.status().damage).toBe("while-reading");
});

test("only the owner can read the file, its log, a copy and what was restored", async () => {
	const path = filledStore();
	chmodSync(path, 0o644);
	const store = openStore(path, NOON);
	store.writeBatch([newPageView()]);
	const copy = join(temporaryFolder(), "copy.sqlite");
	copyStore(openFile(path), copy);
	const restored = join(temporaryFolder(), "events.sqlite");
	await restoreStore(restored, Readable.from([readFileSync(copy)]));

	const files = [...readdirSync(join(path, "..")).map((name) => join(path, "..", name)), copy];

	expect(files.length).toBeGreaterThanOrEqual(4);
	for (const file of [...files, restored]) expect(statSync(file).mode & 0o777).toBe(0o600);
});

/** @returns The path of a closed store with some hundred pages in each large table. */
function filledStore(): string {
	const { store, path } = testStore();
	store.writeBatch(
		newPageViews(EVENTS, (index) => ({ timestamp: NOON + index, page: `/${index}` })),
	);
	store.close();
	return path;
}

function damagedService(tree: string) {
	const path = filledStore();
	const pages = pagesOf(path, tree);
	const random = pseudoRandom(2);
	// A start reads the first rows.
	for (const page of pages.slice(-3)) {
		writeFileSync(path, withDamagedPage(readFileSync(path), page, random));
	}
	return startAnalytics({ now: NOON + EVENTS, storePath: path });
}

/** What a check of the whole file throws. */
function problemOf(path: string): unknown {
	const reader = openReader(path);
	try {
		let position: CheckPosition | undefined = CHECK_START;
		while (position !== undefined) position = checkSlice(reader, position);
		return undefined;
	} catch (error) {
		return error;
	} finally {
		reader.database.close();
	}
}

function pagesOf(path: string, tree: string): readonly number[] {
	const database = new DatabaseSync(path);
	const rows = database.prepare("SELECT pageno FROM dbstat WHERE name = ?").all(tree);
	database.close();
	return rows.map(({ pageno }) => Number(pageno));
}

const PAGE_BYTES = 4_096;

function withDamagedPage(sound: Buffer, page: number, random: () => number): Buffer {
	const bytes = Buffer.from(sound);
	const start = (page - 1) * PAGE_BYTES;
	for (let at = start; at < start + PAGE_BYTES; at += 1) bytes[at] = Math.floor(random() * 256);
	return bytes;
}
