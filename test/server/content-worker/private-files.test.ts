import { chmod, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LastGood } from "../../../src/server/content-worker/last-good.ts";
import { PageStore } from "../../../src/server/content-worker/page-store.ts";
import { knownOf } from "../../../src/server/content-worker/site-reader.ts";
import { SearchIndex } from "../../../src/server/search/search-index.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { revisionOf } from "../content/revision-of.ts";

test.each([
	["new files", false],
	["files that an earlier version wrote for all users", true],
])("the text of pages is readable by the user of the process alone: %s", async (_name, isOld) => {
	const dataFolder = temporaryFolder();
	const files = ["search.db", "last-good/site.sqlite", "parsed-pages"];
	await mkdir(join(dataFolder, "last-good"));
	if (isOld) for (const file of files) await writeForAll(join(dataFolder, file));
	const revision = await revisionOf({ "secret.md": "# Zebrafish\n" });

	await new LastGood(dataFolder).save(revision);
	await new PageStore({ dataFolder, buildId: "b", siteFolder: "/s" }).write(knownOf(revision));
	const { public: site, editions } = revision.config;
	const file = join(dataFolder, "search.db");
	SearchIndex.open({ file, locale: site.locale, editions });

	for (const name of [...files, "search.db-wal", "search.db-shm"]) {
		const { mode } = await stat(join(dataFolder, name));
		expect([name, (mode & 0o777).toString(8)]).toEqual([name, "600"]);
	}
});

async function writeForAll(path: string): Promise<void> {
	await writeFile(path, "");
	await chmod(path, 0o644);
}
