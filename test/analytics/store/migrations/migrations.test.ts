import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { openStore } from "../../../../src/analytics/store/analytics-store.ts";
import { restoreStore } from "../../../../src/analytics/store/file/restore-store.ts";
import {
	FIRST_VERSION,
	SCHEMA_VERSION,
} from "../../../../src/analytics/store/migrations/migrations.ts";
import { testAnalytics } from "../../../support/analytics-service.ts";
import { dashboardBrowser, ownerBrowser } from "../../../support/dashboard-browser.ts";
import { earlierAnswers, earlierStore, earlierStorePath } from "../../../support/earlier-store.ts";
import { openFile } from "../../../support/open-file.ts";
import { storePath } from "../../../support/test-store.ts";

/** Versions of which test/fixtures/earlier-versions has a store: add one with each release. */
const VERSIONS = [17, 18];

test.each(
	VERSIONS,
)("a store of version %i keeps all figures, people and settings", async (version) => {
	const { now, answers } = earlierAnswers();
	const analytics = testAnalytics({ storePath: earlierStorePath(version), now });
	const owner = ownerBrowser(analytics);

	for (const [url, answer] of Object.entries(answers)) {
		expect(await owner.read(url), url).toMatchObject(answer);
	}

	const admin = dashboardBrowser(analytics.service);
	expect((await admin.signIn()).statusCode).toBe(204);
	const { flags } = (
		await analytics.send("/flags?v=2", { token: "phc_test", distinct_id: "ada" })
	).json();
	expect(flags["new-nav"].enabled).toBe(true);
});

test.each(VERSIONS)("a migrated store of version %i has the tables of a new store", (version) => {
	const [migrated, fresh] = [earlierStorePath(version), storePath()];
	for (const path of [migrated, fresh]) openStore(path, Date.now()).close();

	expect(schemaOf(migrated)).toEqual(schemaOf(fresh));
});

test.each(
	VERSIONS,
)("a back-up of version %i is restored, without a copy of itself", async (version) => {
	const path = storePath();

	expect(await restoreStore(path, Readable.from([earlierStore(version)]))).toBeUndefined();

	expect(readdirSync(dirname(path))).toEqual(["events.sqlite"]);
	expect(openFile(path).prepare("PRAGMA user_version").get()).toEqual({
		user_version: SCHEMA_VERSION,
	});
	expect(openFile(path).prepare("SELECT count(*) AS events FROM events").get()).toEqual({
		events: 96,
	});
});

test("the oldest version that is migrated has a fixture", () => {
	expect(VERSIONS[0]).toBe(FIRST_VERSION);
});

/** Tables with their columns in any order, since migrations add columns at the end; indexes and triggers. */
function schemaOf(path: string): readonly unknown[] {
	const database = new DatabaseSync(path, { readOnly: true });
	const entries = database
		.prepare(
			"SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY name",
		)
		.all()
		.map(({ type, name, sql }) =>
			type === "table"
				? { type, name, columns: columnsOf(database, String(name)) }
				: { type, name, sql: String(sql).replace(/--.*/g, "").replace(/\s+/g, " ") },
		);
	database.close();
	return entries;
}

function columnsOf(database: DatabaseSync, table: string): readonly unknown[] {
	return database
		.prepare(`SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?) ORDER BY name`)
		.all(table);
}
