import type { PageFacts } from "./page.ts";

/** By the pages of a revision: looking through them for each address that is not there would be slow. */
const FOUND = new WeakMap<
	object,
	{ readonly name: string; readonly page: PageFacts | undefined }
>();

/** The operator's page for unknown addresses. */
export function notFoundPage<Page extends PageFacts>(
	pages: ReadonlyMap<string, Page>,
	name: string,
): Page | undefined {
	const known = FOUND.get(pages);
	// What is kept for these pages is one of them.
	if (known?.name === name) return known.page as Page | undefined;
	const page = [...pages.values()].find((candidate) => isNotFoundPage(candidate, name));
	FOUND.set(pages, { name, page });
	return page;
}

/** Only one of the top folder: one in another is about something else. */
export function isNotFoundPage(
	{ file, path }: Pick<PageFacts, "file" | "path">,
	name: string,
): boolean {
	return path.lastIndexOf("/") === 0 && (file === name || file.endsWith(`/${name}`));
}
