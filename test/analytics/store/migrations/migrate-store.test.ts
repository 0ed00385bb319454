import { readdirSync, readFileSync, utimesSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../../../src/analytics/store/analytics-store.ts";
import { migrateStore } from "../../../../src/analytics/store/migrations/migrate-store.ts";
import type { Migration } from "../../../../src/analytics/store/migrations/migration.ts";
import { earlierStorePath } from "../../../support/earlier-store.ts";
import { openFile } from "../../../support/open-file.ts";
import { testStore } from "../../../support/test-store.ts";

const DAY_MS = 86_400_000;

const ADD_TABLE: Migration = {
	title: "Add a table",
	run: (database) => database.exec("CREATE TABLE added (id INTEGER PRIMARY KEY) STRICT"),
};
const RENAME_TABLE: Migration = {
	title: "Rename the table",
	run: (database) => database.exec("ALTER TABLE added RENAME TO renamed"),
};
const LOSE_EVENTS: Migration = {
	title: "Lose an event",
	run: (database) => database.exec("DELETE FROM events WHERE id = (SELECT min(id) FROM events)"),
};
const LOSE_USER: Migration = {
	title: "Replace the table of users, which keys belong to",
	run: (database) =>
		database.exec(
			"INSERT INTO api_keys (name, hash, user, role, created_at) VALUES ('', '', 9, '', 0)",
		),
};
const FAIL: Migration = {
	title: "Fail",
	run: (database) => {
		database.exec("DROP TABLE marks");
		throw new Error("it fails");
	},
};

test("migrations run in order after a copy without salts, and report each step", () => {
	const { path, migrate } = opened();

	const sentences = migrate([ADD_TABLE, RENAME_TABLE]);

	expect(sentences).toEqual([
		`Copying the store to "${path}.version-17" before its migration`,
		"Migrating the store to version 18 of the schema: Add a table",
		"Migrating the store to version 19 of the schema: Rename the table",
		"The store has version 19 of the schema",
	]);
	expect(versionOf(path)).toBe(19);
	expect(tablesOf(path)).toContain("renamed");
	const copy = `${path}.version-17`;
	expect(versionOf(copy)).toBe(17);
	expect(countOf(copy, "events")).toBe(countOf(path, "events"));
	expect([countOf(path, "salts"), countOf(copy, "salts")]).toEqual([3, 0]);
});

test.each([
	["fails", FAIL, "it fails"],
	["loses an event", LOSE_EVENTS, 'must not lose rows of "events": 96 became 95'],
	["leaves a key without its user", LOSE_USER, 'rows of "api_keys" without rows of "users"'],
])("a migration that %s changes nothing, and those before it stay", (_name, broken, message) => {
	const { path, migrate } = opened();

	expect(() => migrate([ADD_TABLE, broken])).toThrow(message);

	expect(versionOf(path)).toBe(18);
	expect(countOf(path, "events")).toBe(96);
	expect(tablesOf(path)).toContain("marks");
	expect(versionOf(`${path}.version-17`)).toBe(17);
});

test("a store that another process uses is not migrated", () => {
	const { path, migrate } = opened();
	const other = new DatabaseSync(path);
	onTestFinished(() => other.close());
	other.prepare("SELECT count(*) FROM events").get();

	expect(() => migrate([ADD_TABLE])).toThrow(/^Another process uses .+: stop the older analytics/);

	expect(versionOf(path)).toBe(17);
	expect(readdirSync(dirname(path))).not.toContain("events.sqlite.version-17");
});

test("a copy is deleted after two weeks, and at once when a person is erased", () => {
	const now = Date.now();
	const copyOf = (ageMs: number) => {
		const { path, migrate, close } = opened();
		migrate([ADD_TABLE]);
		close();
		const file = new DatabaseSync(path);
		file.exec("DROP TABLE added; PRAGMA user_version = 17");
		file.close();
		openStore(path, now).close();
		const time = (now - ageMs) / 1000;
		utimesSync(`${path}.version-17`, time, time);
		return {
			...testStore(path, now),
			isThere: () => readdirSync(dirname(path)).includes("events.sqlite.version-17"),
		};
	};
	const limits = { retentionDays: Number.POSITIVE_INFINITY, maxFileBytes: 1e9 };
	const [young, old] = [copyOf(13 * DAY_MS), copyOf(15 * DAY_MS)];
	expect(readFileSync(`${young.path}.version-17`, "latin1")).toContain("ada");

	for (const { store } of [young, old]) store.maintain(limits, now);

	expect([young.isThere(), old.isThere()]).toEqual([true, false]);
	young.store.erasePerson("ada");
	expect(young.isThere()).toBe(false);
});

/** A store of version 17, and its migration, which returns the reported sentences. */
function opened() {
	const path = earlierStorePath(17);
	const database = new DatabaseSync(path, { timeout: 0 });
	database.exec("PRAGMA journal_mode = WAL");
	const close = (): void => {
		if (database.isOpen) database.close();
	};
	onTestFinished(close);
	const migrate = (migrations: readonly Migration[]): readonly string[] => {
		const sentences: string[] = [];
		const report = (sentence: string) => void sentences.push(sentence);
		migrateStore(database, path, { report, copies: true, migrations });
		return sentences;
	};
	return { path, migrate, close };
}

function versionOf(path: string): unknown {
	return openFile(path).prepare("PRAGMA user_version").get()?.["user_version"];
}

function countOf(path: string, table: string): unknown {
	return openFile(path).prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.["rows"];
}

function tablesOf(path: string): readonly unknown[] {
	return openFile(path)
		.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
		.all()
		.map(({ name }) => name);
}
