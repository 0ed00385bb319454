import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { loadRevision } from "../../src/server/content/load-revision.ts";
import type { LoadedRevision } from "../../src/server/content/revision.ts";
import { SearchIndexer } from "../../src/server/search/search-indexer.ts";
import { SearchReader } from "../../src/server/search/search-reader.ts";
import { createSiteSearch } from "../../src/server/search/site-search.ts";
import type { SearchAnswer } from "../../src/shared/search.ts";
import { type SiteFiles, writeSiteFolder } from "./site-folder.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { createTestSiteOver, type TestSite, type TestSiteOptions } from "./test-site.ts";

/** The clock of {@link createTestSiteOver}. */
export const TEST_NOW_MS = Date.parse("2026-11-20T12:00:00Z");

export interface SearchTestSite extends TestSite {
	/** Queries the search endpoint. */
	readonly find: (text: string, parameters?: Record<string, string>) => Promise<SearchAnswer>;
}

type SearchSiteOptions = Pick<TestSiteOptions, "environment" | "dependencies">;

/** The site service with a temporary folder, and with a search in a real thread. */
export async function createSearchSite(
	files: SiteFiles,
	options: SearchSiteOptions = {},
): Promise<SearchTestSite> {
	return createSearchSiteOver(await writeSiteFolder(files), options);
}

/** The same with an existing folder. */
export async function createSearchSiteOver(
	folder: string,
	options: SearchSiteOptions = {},
): Promise<SearchTestSite> {
	const indexFile = join(temporaryFolder(), "search.db");
	const { environment = {} } = options;
	await indexed(
		await loadRevision({ siteFolder: folder, environment, middleware: MIDDLEWARE }),
		indexFile,
	);
	const search = createSiteSearch({
		entry: new URL("../../src/server/search/search-thread.ts", import.meta.url),
		indexFile,
		log: { warn: console.error },
		now: () => TEST_NOW_MS,
	});
	onTestFinished(() => search.close());
	const site = await createTestSiteOver(folder, {
		...options,
		dependencies: { ...options.dependencies, search },
	});
	const basePath = environment["BASE_PATH"] ?? "";
	return {
		...site,
		async find(text, parameters = {}) {
			const query = new URLSearchParams({ q: text, ...parameters });
			return (await site.service.inject(`${basePath}/api/search?${query}`)).json<SearchAnswer>();
		},
	};
}

/** Indexes all of a revision. @returns The indexer, for further updates. */
export async function indexed(
	revision: LoadedRevision,
	indexFile: string,
	now: () => number = () => TEST_NOW_MS,
): Promise<SearchIndexer> {
	const indexer = new SearchIndexer({
		indexFile,
		warn: (message, error) => console.error(message, error),
		now,
	});
	indexer.update(revision);
	while (stateOf(indexFile) === "incomplete") await setTimeout(5);
	return indexer;
}

/** Indexes a folder; `save` writes a file and updates the index. */
export async function indexedFolder(siteFolder: string) {
	const file = join(temporaryFolder(), "search.db");
	const read = (previous?: LoadedRevision) =>
		loadRevision({ siteFolder, environment: {}, previous, nowMs: TEST_NOW_MS });
	let last = await read();
	const indexer = await indexed(last, file);
	const save = async (name: string, text: string): Promise<void> => {
		await writeFile(join(siteFolder, name), text);
		last = await read(last);
		indexer.update(last);
	};
	const reader = new SearchReader(file, "en");
	onTestFinished(() => reader.close());
	return { file, read, save, reader, find: (text: string) => pathsFor(reader, text) };
}

export function pathsFor(reader: SearchReader, text: string): readonly string[] {
	return reader.find(text).pages.map(({ path }) => path);
}

/** State that the index reports, such as `incomplete`. */
export function stateOf(indexFile: string): string {
	const database = new DatabaseSync(indexFile, { readOnly: true });
	try {
		const row = database.prepare("SELECT value FROM meta WHERE name = 'state'").get();
		return String(row?.["value"]);
	} finally {
		database.close();
	}
}

const MIDDLEWARE = new Set(["preview"]);
