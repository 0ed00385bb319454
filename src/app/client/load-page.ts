import { PAGE_TABLE, type PageModule } from "../pages/page-table.ts";

/**
 * Loads the chunk of a page: the one place where one is asked for.
 *
 * @throws {RangeError} When the page table has no such page, which a newer server's may.
 */
export async function loadPage(id: string): Promise<PageModule> {
	const entry = PAGE_TABLE.find((candidate) => candidate.id === id);
	if (entry === undefined) throw new RangeError(`The page table has no page "${id}"`);
	return entry.load();
}
