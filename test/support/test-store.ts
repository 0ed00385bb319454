import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openStore } from "../../src/analytics/store/analytics-store.ts";
import { NOON } from "./new-event.ts";
import { openFile } from "./open-file.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A path for a store in a new folder, which is removed after the test. */
export function storePath(): string {
	return join(temporaryFolder(), "events.sqlite");
}

/** A store without a service, which closes after the test. */
export function testStore(path = storePath(), now = NOON) {
	const store = openStore(path, now);
	onTestFinished(() => store.close());
	return {
		store,
		path,
		/** Rows of the file, read with a separate connection. */
		rows: (sql: string) => openFile(path).prepare(sql).all(),
	};
}
