import type { ListedPage, PageSelection } from "../shared/page/listed-page.ts";

/** Answers questions about the pages that the visitor of the current request may see. */
export interface PageSource {
	readonly list: (selection: PageSelection) => Promise<readonly ListedPage[]>;
	readonly markdown: (path: string) => Promise<string | undefined>;
}

let source: PageSource | undefined;

/** Called by the thread that runs the code of a site folder. */
export function setPageSource(next: PageSource): void {
	source = next;
}

/**
 * Lists pages that the visitor may see, newest first; pages without a date follow by title.
 *
 * @throws {Error} Outside of a loader, an action, or a function of `api/`.
 */
export async function getPages(selection: PageSelection = {}): Promise<readonly ListedPage[]> {
	return sourceFor("getPages").list(selection);
}

/**
 * Returns the text of a page as Markdown.
 *
 * @returns `undefined` for a page that does not exist, or that the visitor may not see.
 * @throws {Error} Outside of a loader, an action, or a function of `api/`.
 */
export async function getMarkdown(path: string): Promise<string | undefined> {
	return sourceFor("getMarkdown").markdown(path);
}

function sourceFor(name: string): PageSource {
	if (source !== undefined) return source;
	throw new Error(`${name}() must be called in a loader, an action or a function of api/`);
}
