import type { LoadedRevision } from "../../src/server/content/revision.ts";
import { readPageText } from "../../src/server/search/page-text.ts";
import type { Ask } from "./question.ts";

/** The used part of the package. */
export interface MiniSearchModule {
	readonly default: new (options: {
		readonly fields: readonly string[];
		readonly storeFields: readonly string[];
		readonly searchOptions: object;
	}) => {
		readonly addAll: (documents: readonly object[]) => void;
		readonly search: (text: string) => readonly { readonly path: string }[];
	};
}

/** Queries MiniSearch by section, with VitePress's default settings for documentation. */
export function askMiniSearch(
	{ default: MiniSearch }: MiniSearchModule,
	revision: LoadedRevision,
): Ask {
	const index = new MiniSearch({
		fields: ["title", "titles", "text"],
		storeFields: ["path"],
		searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } },
	});
	for (const page of revision.pages.values()) {
		index.addAll(
			readPageText(page.html).sections.map(({ anchor, heading, above, text, code }) => ({
				id: `${page.path}#${anchor}`,
				path: page.path,
				title: heading === "" ? page.title : heading,
				titles: heading === "" ? "" : `${page.title} ${above}`,
				text: `${text} ${code}`,
			})),
		);
	}
	return (text) => Promise.resolve([...new Set(index.search(text).map(({ path }) => path))]);
}
