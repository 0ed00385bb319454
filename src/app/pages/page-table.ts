import { matchPath } from "react-router";
import type { PageData } from "../../shared/page/payload.ts";
import type { PageEntry, PageModule, PageOfParts, PageParams, PageParts } from "../page-module.ts";
import { SITE_CODE } from "../site-code.ts";
import { Page } from "./page.tsx";

/** All pages: those of the site folder's code, then the modules for all other pages. */
export const PAGE_TABLE: readonly PageEntry[] = [
	...SITE_CODE.pages,
	{ id: "index", pattern: "/", load: () => import("./index.tsx") },
	{ id: "page", pattern: "/*", load: async () => ({ Page }) },
	{ id: "blog", pattern: "/*", load: () => import("./blog.tsx") },
	{ id: "search", pattern: "/*", load: () => import("./search.tsx") },
];

/** The decoded values of the placeholders in the page's pattern; for `/*`, only the member `*`. */
export function pageParams({ id, path }: Pick<PageData, "id" | "path">): PageParams {
	const pattern = PAGE_TABLE.find((entry) => entry.id === id)?.pattern;
	if (pattern === undefined) return {};
	return matchPath({ path: pattern, caseSensitive: true }, path)?.params ?? {};
}

/** Modules of pages and nested layouts that were shown. */
const LOADED = new Map<string, PageModule>();

/** @returns `undefined` for a module that is not loaded. */
export function loadedModule(id: string): PageModule | undefined {
	return LOADED.get(id);
}

/**
 * Loads the modules that show a page.
 *
 * @throws {RangeError} When the page table has no such page: the server may run a newer build.
 */
export async function loadPageParts({
	id,
	layout,
	components = [],
}: PageOfParts): Promise<PageParts> {
	const entry = PAGE_TABLE.find((candidate) => candidate.id === id);
	if (entry === undefined) throw new RangeError(`The page table has no page "${id}"`);
	const [page, frame, nested, body, ...loaded] = await Promise.all([
		entry.load(),
		SITE_CODE.layouts[layout]?.(),
		loadNested(entry),
		components.length > 0 ? import("../components/component-body.tsx") : undefined,
		...components.map(
			async (name) => [name, (await SITE_CODE.components[name]?.())?.default] as const,
		),
	]);
	LOADED.set(id, page);
	return {
		...page,
		Layout: frame?.default,
		nested,
		Body: body?.ComponentBody,
		components: Object.fromEntries(loaded),
	};
}

async function loadNested({ layouts = [] }: PageEntry): Promise<PageParts["nested"]> {
	const modules = layouts.map(async (id) => {
		const module = await SITE_CODE.pageLayouts[id]?.();
		if (module !== undefined) LOADED.set(id, module);
		return [id, module];
	});
	return Object.fromEntries(await Promise.all(modules));
}
