import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { openStore } from "../../../../src/analytics/store/analytics-store.ts";
import { restoreStore } from "../../../../src/analytics/store/file/restore-store.ts";
import {
	FIRST_VERSION,
	SCHEMA_VERSION,
} from "../../../../src/analytics/store/migrations/migrations.ts";
import { openFile } from "../../../support/open-file.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const NOON = Date.UTC(2026, 0, 15, 12);
const HOW_TO_MOVE =
	/save its GET \/api\/v1\/export\/events\.jsonl, run "\.\/loggia upgrade set-aside" .+ send the export to POST \/api\/v1\/import\/events\.jsonl$/;

test.each([
	["an older version", FIRST_VERSION - 1, HOW_TO_MOVE],
	["the first version", 1, HOW_TO_MOVE],
	["a newer version", SCHEMA_VERSION + 1, /install the newer version of Loggia that wrote it$/],
])("a file of %s is refused with one sentence and stays as it is", (_name, version, sentence) => {
	const path = fileOfVersion(version);
	const before = readdirSync(dirname(path));

	expect(() => openStore(path, NOON)).toThrow(sentence);

	expect(readdirSync(dirname(path))).toEqual(before);
	expect(openFile(path).prepare("PRAGMA user_version").get()).toEqual({ user_version: version });
});

test("a copy of an older version is not restored", async () => {
	const copy = Readable.from([readFileSync(fileOfVersion(1))]);

	const problem = await restoreStore(join(temporaryFolder(), "events.sqlite"), copy);

	expect(problem).toMatch(HOW_TO_MOVE);
});

function fileOfVersion(version: number): string {
	const path = join(temporaryFolder(), "events.sqlite");
	openStore(path, NOON).close();
	const file = new DatabaseSync(path);
	file.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`);
	file.close();
	return path;
}
