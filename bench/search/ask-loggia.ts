import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { LoadedRevision } from "../../src/server/content/revision.ts";
import { SearchIndexer } from "../../src/server/search/search-indexer.ts";
import { SearchReader } from "../../src/server/search/search-reader.ts";
import type { Ask } from "./question.ts";

/** Queries this product's search, without its thread. */
export async function askLoggia(revision: LoadedRevision, folder: string): Promise<Ask> {
	const indexFile = join(folder, "search.db");
	const indexer = new SearchIndexer({ indexFile, warn: console.error, now: Date.now });
	indexer.update(revision);
	const reader = new SearchReader(indexFile, revision.config.public.locale);
	while (reader.find("").state === "incomplete") await setTimeout(20);
	return (text) => Promise.resolve(reader.find(text).pages.map(({ path }) => path));
}
