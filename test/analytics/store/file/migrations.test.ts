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

test("totals of times that cannot be are taken out, their events put to the time of arrival", () => {
	const path = `${temporaryFolder()}/events.sqlite`;
	const before = MIGRATIONS.filter(({ version }) => version < 8);
	const database = new DatabaseSync(path);
	runMigrations(database, before, path);
	const day = Date.UTC(2026, 0, 15) / 86_400_000;
	const yearOne = -719_162;
	database.exec(`
		INSERT INTO roll_ups VALUES
			(1, 0, ${day}, 0, 3, 1, 1, 0, 5), (2, 0, ${2026 * 12}, 0, 3, 1, 1, 0, 5), (3, 0, ${day * 96}, 0, 3, 1, 1, 0, 5),
			(1, 0, ${yearOne}, 0, 1, 1, 1, 1, 0), (2, 0, 12, 0, 1, 1, 1, 1, 0), (3, 0, ${yearOne * 96}, 0, 1, 1, 1, 1, 0);
		INSERT INTO sessions VALUES (1, ${yearOne * 86_400_000}, ${yearOne * 86_400_000}, 1, 1, NULL, NULL, '[]', 1);
		INSERT INTO events (id, uuid, timestamp, received_at, name, distinct_id, session, template, property_values)
			VALUES (1, x'00', ${yearOne * 86_400_000}, ${day * 86_400_000}, 1, 'a', 1, 1, '[]');
	`);

	runMigrations(
		database,
		MIGRATIONS.filter(({ version }) => version <= 8),
		path,
	);

	const totals = database
		.prepare("SELECT period, bucket, views FROM roll_ups ORDER BY period")
		.all();
	expect(totals).toEqual([
		{ period: 1, bucket: day, views: 3 },
		{ period: 2, bucket: 2026 * 12, views: 3 },
		{ period: 3, bucket: day * 96, views: 3 },
	]);
	expect(database.prepare("SELECT timestamp, session FROM events").all()).toEqual([
		{ timestamp: day * 86_400_000, session: null },
	]);
	expect(database.prepare("SELECT * FROM sessions").all()).toEqual([]);
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
