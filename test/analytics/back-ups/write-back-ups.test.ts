import {
	appendFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	truncateSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { decryptBackUp } from "../../../src/analytics/back-ups/encrypt-back-up.ts";
import { writeBackUps } from "../../../src/analytics/back-ups/write-back-ups.ts";
import { restoreStore } from "../../../src/analytics/store/file/restore-store.ts";
import { earlierStorePath } from "../../support/earlier-store.ts";
import { openFile } from "../../support/open-file.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { storePath, testStore } from "../../support/test-store.ts";

const NOON = Date.UTC(2026, 10, 27, 12);
const DAY_MS = 86_400_000;
const KEY = "a passphrase for tests";

test.each([
	["without a key, as a SQLite file", undefined],
	["with a key, as bytes that name nothing", KEY],
])("a back-up %s is restored with all users, flags and events", async (_how, key) => {
	const { folder, backUp } = setUp({ key });

	await backUp();

	expect(readdirSync(folder)).toEqual(["loggia-20261127-120000.sqlite"]);
	const file = join(folder, "loggia-20261127-120000.sqlite");
	expect(readFileSync(file, "latin1").includes("grace@site.example")).toBe(key === undefined);
	const path = storePath();
	expect(await restore(path, file, key)).toBeUndefined();
	expect(countsOf(path)).toEqual({ events: 96, users: 2, documents: 7 });
});

test.each([
	["is shortened", KEY, (file: string) => truncateSync(file, 100_000)],
	["is longer", KEY, (file: string) => appendFileSync(file, "x")],
	["has another key", "another passphrase", () => undefined],
])("an encrypted back-up that %s is not restored", async (_how, key, damage) => {
	const { folder, backUp } = setUp({ key: KEY });
	await backUp();
	const file = join(folder, "loggia-20261127-120000.sqlite");
	const path = storePath();
	damage(file);

	await expect(restore(path, file, key)).rejects.toThrow(
		"incomplete or damaged, or BACK_UP_KEY is not the key",
	);

	expect(existsSync(path)).toBe(false);
});

test("back-ups beyond the number and the age are deleted, and other files stay", async () => {
	const { folder, backUp } = setUp({ kept: 3, keptDays: 10 });
	mkdirSync(folder);
	appendFileSync(join(folder, "notes.txt"), "mine");

	for (const days of [0, 1, 2, 3, 12]) await backUp(NOON + days * DAY_MS);

	expect(readdirSync(folder)).toEqual([
		"loggia-20261130-120000.sqlite",
		"loggia-20261209-120000.sqlite",
		"notes.txt",
	]);
	await backUp(NOON + 40 * DAY_MS);
	expect(readdirSync(folder)).toEqual(["loggia-20270106-120000.sqlite", "notes.txt"]);
});

test("a back-up that fails leaves the earlier ones and no part", async () => {
	const { folder, backUp, path } = setUp();
	await backUp();

	await expect(
		backUp(NOON + DAY_MS, [path, join(folder, "missing/events.sqlite")]),
	).rejects.toThrow();

	expect(readdirSync(folder)).toEqual(["loggia-20261127-120000.sqlite"]);
});

interface SetUp {
	readonly key?: string | undefined;
	readonly kept?: number;
	readonly keptDays?: number;
}

/** A store with users, flags and events, and an empty folder for its back-ups. */
function setUp({ key, kept = 14, keptDays = 400 }: SetUp = {}) {
	// Open, as beside a running service.
	const { path } = testStore(earlierStorePath(17));
	const folder = join(temporaryFolder(), "back-ups");
	const backUp = (now = NOON, paths = [path]): Promise<void> => {
		const stores = paths.map((path, index) => ({ id: index === 0 ? undefined : `${index}`, path }));
		return writeBackUps({ folder, stores, key, kept, keptDays, now });
	};
	return { path, folder, backUp };
}

function restore(path: string, file: string, key: string | undefined): Promise<string | undefined> {
	return restoreStore(path, Readable.from(decryptBackUp(Readable.from([readFileSync(file)]), key)));
}

function countsOf(path: string): unknown {
	return openFile(path)
		.prepare(
			"SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM documents) AS documents",
		)
		.get();
}
