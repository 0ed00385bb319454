import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createSealedReader } from "../../../../src/analytics/ingest/read-sealed.ts";
import { openStore } from "../../../../src/analytics/store/open-store.ts";
import { DAY_MS } from "../../../../src/analytics/store/visits/roll-up.ts";
import { PROJECT_KEY, storedEvents, temporaryFolder } from "../../../support/analytics-service.ts";
import { openFile } from "../../../support/open-file.ts";

/**
 * Written by the code of schema 5, by a script that called its steps and its queue and stopped
 * before anything was folded: events 1 to 3 are rows; 4 to 9 are staged, with a repeat of 1;
 * 10 to 13 are sealed as they came, with one that has no name and one that is no JSON; 14 and 15
 * are staged behind them, 15 as set aside; 16 is sealed with the salt of the next day.
 */
const FIXTURE = "test/fixtures/analytics/schema-5.sqlite.gz";
const NOW = Date.UTC(2026, 10, 20, 12);
const readSealed = createSealedReader({
	projectKey: PROJECT_KEY,
	randomBytes,
	countVisitorsBy: "network",
});

test("every event that waited in a file of version 5 is there", () => {
	const path = olderFile();

	const store = openStore(path, NOW + 30 * DAY_MS, { readSealed });

	const events = storedEvents(store);
	const numbers = events.map(({ uuid }) => Number(uuid.slice(-12)));
	expect(numbers.toSorted((one, other) => one - other)).toEqual(
		Array.from({ length: 16 }, (_, index) => index + 1),
	);
	const named = events.filter(({ properties }) => properties["number"] !== undefined);
	expect(
		named.every(({ uuid, properties }) => properties["number"] === Number(uuid.slice(-12))),
	).toBe(true);
	expect(store.status()).toMatchObject({ lostEvents: 0 });
	store.close();
});

test("they count as they would have: in visits, for persons and groups, without bots", () => {
	const store = openStore(olderFile(), NOW, { readSealed });

	const day = Math.floor(NOW / DAY_MS);
	expect(store.rollUps.totals({ from: day, to: day + 2 })).toMatchObject({
		views: 6,
		visitors: 2,
		sessions: 2,
	});
	expect(store.persons.find("before")?.properties).toMatchObject({ plan: "platinum" });
	expect(store.groups.types()).toEqual({ 0: "company" });
	store.close();
});

test("nothing that was sealed tells who it was of, and the salts go in their time", () => {
	const path = olderFile();
	const store = openStore(path, NOW, { readSealed });

	store.maintain({ retentionDays: 400, maxFileBytes: 1e12 }, NOW + 3 * DAY_MS);

	const database = openFile(path);
	const tables = database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE '%version_5'");
	expect(tables.all()).toEqual([]);
	expect(database.prepare("SELECT * FROM salts").all()).toEqual([]);
	const bytes = [path, `${path}-wal`].map((file) => readFileSync(file, "latin1")).join("");
	expect(bytes).not.toContain("203.0.113.7");
	expect(bytes).not.toContain("secret=s");
	store.close();
});

test("sealed events whose salt is gone are told as lost, and hold up nothing", () => {
	const path = olderFile();
	const database = openFile(path);
	database.exec("DELETE FROM salts");

	const store = openStore(path, NOW, { readSealed });

	expect(storedEvents(store)).toHaveLength(11);
	expect(store.status().lostEvents).toBe(7);
	store.close();
});

function olderFile(): string {
	const path = `${temporaryFolder()}/events.sqlite`;
	writeFileSync(path, gunzipSync(readFileSync(FIXTURE)));
	return path;
}
