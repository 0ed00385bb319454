import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { runMigrations } from "../../../../src/analytics/store/file/migrations.ts";
import { MIGRATIONS } from "../../../../src/analytics/store/file/schema.ts";
import { temporaryFolder } from "../../../support/analytics-service.ts";

const NEXT = {
	version: MIGRATIONS.length + 1,
	sql: "CREATE TABLE later (id INTEGER PRIMARY KEY);",
};

test("an older file is brought up to date, with a copy beside it that has no salts", () => {
	const path = `${temporaryFolder()}/events.sqlite`;
	const database = new DatabaseSync(path);
	runMigrations(database, MIGRATIONS, path);
	const salt = Buffer.from("a-salt-that-must-not-be-kept");
	database.prepare("INSERT INTO salts (day, salt) VALUES (1, ?)").run(salt);
	database.prepare("INSERT INTO settings (key, value) VALUES ('kept', 'yes')").run();

	const version = runMigrations(database, [...MIGRATIONS, NEXT], path);

	const backupPath = `${path}.before-version-${NEXT.version}`;
	const backup = new DatabaseSync(backupPath, { readOnly: true });
	expect(version).toBe(NEXT.version);
	expect(database.prepare("SELECT count(*) AS count FROM later").get()).toEqual({ count: 0 });
	expect(backup.prepare("SELECT value FROM settings").all()).toEqual([{ value: "yes" }]);
	expect(readFileSync(backupPath).includes(salt)).toBe(false);
	backup.close();
	database.close();
});

test("a migration that fails leaves the file as it was", () => {
	const path = `${temporaryFolder()}/events.sqlite`;
	const database = new DatabaseSync(path);
	runMigrations(database, MIGRATIONS, path);
	const broken = { version: NEXT.version + 1, sql: "CREATE TABLE strings (id INTEGER);" };

	expect(() => runMigrations(database, [...MIGRATIONS, NEXT, broken], path)).toThrow();

	expect(database.prepare("PRAGMA user_version").get()).toEqual({
		user_version: MIGRATIONS.at(-1)?.version,
	});
	expect(() => database.prepare("SELECT * FROM later")).toThrow();
	database.close();
});

test("a file of a newer version is left alone", () => {
	const path = `${temporaryFolder()}/events.sqlite`;
	const database = new DatabaseSync(path);
	database.exec("PRAGMA user_version = 99");

	expect(() => runMigrations(database, MIGRATIONS, path)).toThrow(/at most version/);
	database.close();
});
