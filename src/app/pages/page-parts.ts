import type { ComponentType, ReactNode } from "react";
import type { PageData } from "../../shared/page/payload.ts";
import type { PageModule } from "../page-module.ts";
import { SITE_CODE } from "../site-code.ts";
import { PAGE_TABLE } from "./page-table.ts";

/** The modules that show a page. */
export interface PageParts extends PageModule {
	/** Absent: the frame of every page. */
	readonly Layout?: ComponentType<{ readonly children: ReactNode }>;
	/** Components of the site folder in the body, by name. */
	readonly components?: Readonly<Record<string, ComponentType<Readonly<Record<string, unknown>>>>>;
}

export type PageOfParts = Pick<PageData, "id" | "layout" | "components">;

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
	const [page, frame, ...loaded] = await Promise.all([
		entry.load(),
		SITE_CODE.layouts[layout]?.(),
		...components.map(async (name) => [name, await SITE_CODE.components[name]?.()] as const),
	]);
	if (frame === undefined && loaded.length === 0) return page;
	return {
		...page,
		...(frame !== undefined && { Layout: frame.default }),
		components: Object.fromEntries(
			loaded.flatMap(([name, module]) => (module === undefined ? [] : [[name, module.default]])),
		),
	};
}
