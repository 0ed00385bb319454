import type { PageAssets } from "../../shared/builds/build-manifest.ts";
import { PAGE_TABLE, type PageModule } from "../pages/page-table.ts";
import { loadStyles } from "./load-styles.ts";

export interface PageLoaderParts {
	readonly document: Document;
	readonly basePath: string;
	readonly pageAssets: Readonly<Record<string, PageAssets>>;
}

export type LoadPage = (id: string) => Promise<PageModule>;

/** The one place where the chunk of a page is asked for, and its styles with it. */
export function createPageLoader({ document, basePath, pageAssets }: PageLoaderParts): LoadPage {
	return async (id) => {
		const entry = PAGE_TABLE.find((candidate) => candidate.id === id);
		// The server may be of a newer build than this script.
		if (entry === undefined) throw new RangeError(`The page table has no page "${id}"`);
		const [module] = await Promise.all([
			entry.load(),
			loadStyles(document, basePath, pageAssets[id]?.styles ?? []),
		]);
		return module;
	};
}
