import { type ListedPage, PAGES_ENDPOINT, type PageSelection } from "../shared/page/listed-page.ts";

/** Answers questions about the pages that the visitor of the current request may see. */
export interface PageSource {
	readonly list: (selection: PageSelection) => Promise<readonly ListedPage[]>;
	readonly markdown: (path: string) => Promise<string | undefined>;
}

let source: PageSource = {
	list: listInBrowser,
	markdown() {
		throw new Error("getMarkdown() must be called on the server");
	},
};

/** Called by the thread that runs the code of a site folder. */
export function setPageSource(next: PageSource): void {
	source = next;
}

/**
 * Lists pages that the visitor may see, newest first; pages without a date follow by title.
 *
 * The same selection has the same promise, so a component can read it with React's `use()`.
 *
 * @throws {Error} On the server, while no request is answered.
 */
export function getPages(selection: PageSelection = {}): Promise<readonly ListedPage[]> {
	return source.list(selection);
}

/**
 * Returns the text of a page as Markdown.
 *
 * @returns `undefined` for a page that does not exist, or that the visitor may not see.
 * @throws {Error} In the browser, and while no request is answered.
 */
export async function getMarkdown(path: string): Promise<string | undefined> {
	return source.markdown(path);
}

/** An older list is shown once more, and loaded again meanwhile. */
const FRESH_MS = 30_000;

const lists = new Map<string, { pages: Promise<readonly ListedPage[]>; loadedMs: number }>();

function listInBrowser(selection: PageSelection): Promise<readonly ListedPage[]> {
	const query = String(new URLSearchParams({ ...selection }));
	const known = lists.get(query);
	if (known !== undefined && Date.now() - known.loadedMs < FRESH_MS) return known.pages;
	const pages = fetchList(query);
	const listed = { pages: known?.pages ?? pages, loadedMs: Date.now() };
	lists.set(query, listed);
	pages.then(
		() => {
			listed.pages = pages;
		},
		// The next component may try again; a list that was loaded before stays.
		() => known ?? lists.delete(query),
	);
	return listed.pages;
}

async function fetchList(query: string): Promise<readonly ListedPage[]> {
	// Scripts are one folder below the base path.
	const url = new URL(`..${PAGES_ENDPOINT}?${query}`, import.meta.url);
	const response = await fetch(url);
	if (!response.ok)
		throw new Error(`The pages of the site could not be listed: ${response.status}`);
	return response.json();
}
