import { existsSync, readdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { tryMigration } from "../../../../src/analytics/store/file/try-migration.ts";
import { SCHEMA_VERSION } from "../../../../src/analytics/store/migrations/migrations.ts";
import { preparePutBack } from "../../../../src/analytics/store/migrations/put-back.ts";
import { copyOfVersion } from "../../../../src/analytics/store/migrations/store-copies.ts";
import { earlierStorePath } from "../../../support/earlier-store.ts";
import { openFile } from "../../../support/open-file.ts";

const NEWER = SCHEMA_VERSION + 1;

test("a roll-back puts the copy in place of a newer store, which stays beside it without salts", () => {
	const path = upgradedStore();

	expect(putBack(path, 17)).toMatch(/^Put back ".+events\.sqlite" as it was at \d{4}-/);

	const kept = `${path}.version-${NEWER}`;
	expect([versionOf(path), versionOf(kept)]).toEqual([17, NEWER]);
	expect(openFile(kept).prepare("SELECT count(*) AS salts FROM salts").get()).toEqual({ salts: 0 });
	expect(putBack(path, 17)).toBeUndefined();
});

test("a roll-back to a version that reads the store changes nothing", () => {
	const path = upgradedStore();

	expect(putBack(path, NEWER)).toBeUndefined();

	expect(versionOf(path)).toBe(NEWER);
	expect(existsSync(copyOfVersion(path, 17))).toBe(true);
});

test("a roll-back without its copy, or beside a running service, says so and changes nothing", () => {
	const [alone, used] = [upgradedStore(), upgradedStore()];
	renameSync(copyOfVersion(alone, 17), `${alone}.elsewhere`);
	const service = new DatabaseSync(used);
	onTestFinished(() => service.close());
	service.exec("PRAGMA journal_mode = WAL; SELECT count(*) FROM events");

	expect(() => putBack(alone, 17)).toThrow(
		/is missing: restore a back-up from before the upgrade$/,
	);
	expect(() => putBack(used, 17)).toThrow("The analytics service must be stopped first");

	expect([versionOf(alone), versionOf(used)]).toEqual([NEWER, NEWER]);
});

test("the trial of an upgrade leaves no file behind, beside a running service", () => {
	const path = earlierStorePath(17);
	const service = new DatabaseSync(path);
	onTestFinished(() => service.close());
	service.exec("PRAGMA journal_mode = WAL; UPDATE settings SET value = value");
	const before = readdirSync(dirname(path));

	tryMigration(path, Date.now(), () => undefined);

	expect(readdirSync(dirname(path))).toEqual(before);
	expect(versionOf(path)).toBe(17);
});

test.each([
	["damaged", "UPDATE sqlite_schema SET rootpage = 9999 WHERE name = 'users'", /damaged|malformed/],
	["newer", `PRAGMA user_version = ${NEWER}`, /install the newer version/],
	["too old", "PRAGMA user_version = 12", /upgrade set-aside/],
])("the trial of a store that is %s fails, and leaves no file behind", (_what, change, message) => {
	const path = earlierStorePath(17);
	const file = new DatabaseSync(path);
	file.enableDefensive(false);
	file.exec(`PRAGMA writable_schema = ON; ${change}`);
	file.close();

	expect(() => tryMigration(path, Date.now(), () => undefined)).toThrow(message);

	expect(readdirSync(dirname(path))).toEqual(["events.sqlite"]);
});

function putBack(path: string, version: number): string | undefined {
	return preparePutBack(path, version)?.();
}

/** A store that a newer version has migrated from version 17, after a copy. */
function upgradedStore(): string {
	const path = earlierStorePath(17);
	const store = new DatabaseSync(path);
	store.exec(`VACUUM INTO '${copyOfVersion(path, 17)}'; PRAGMA user_version = ${NEWER}`);
	store.close();
	return path;
}

function versionOf(path: string): unknown {
	return openFile(path).prepare("PRAGMA user_version").get()?.["user_version"];
}
