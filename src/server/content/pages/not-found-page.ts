import type { Page, PageRecord } from "./page.ts";

/** By the pages of a revision: looking through them for each address that is not there would be slow. */
const FOUND = new WeakMap<object, { readonly name: string; readonly page: Page | undefined }>();

/** The operator's page for unknown addresses. */
export function notFoundPage(pages: ReadonlyMap<string, Page>, name: string): Page | undefined {
	const known = FOUND.get(pages);
	if (known?.name === name) return known.page;
	const page = [...pages.values()].find((candidate) => isNotFoundPage(candidate, name));
	FOUND.set(pages, { name, page });
	return page;
}

/** Only one of the top folder: one in another is about something else. */
export function isNotFoundPage(
	{ file, path }: Pick<PageRecord, "file" | "path">,
	name: string,
): boolean {
	return path.lastIndexOf("/") === 0 && (file === name || file.endsWith(`/${name}`));
}
