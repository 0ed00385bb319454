import { titleOfPath } from "../../shared/page/title-of-path.ts";
import type { SearchResult } from "../../shared/search.ts";

/** Gives pages of the same title the name of the folder that each of them is in. */
export function tellResultsApart(results: readonly SearchResult[]): readonly SearchResult[] {
	const byTitle = Map.groupBy(results, ({ title }) => title.text);
	if (byTitle.size === results.length) return results;
	return results.map((result) => {
		const { title, url } = result;
		const folder = titleOfPath(url.slice(0, url.lastIndexOf("/")));
		if (folder === "" || (byTitle.get(title.text)?.length ?? 0) < 2) return result;
		// Behind the title, so that the marks in it stay where they are.
		return { ...result, title: { ...title, text: `${title.text} (${folder})` } };
	});
}
