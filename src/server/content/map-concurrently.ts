/**
 * Maps asynchronously with at most `limit` calls under way, so that a folder of ten
 * thousand files does not open ten thousand files at once.
 *
 * @returns The results in the order of the items.
 */
export async function mapConcurrently<Item, Result>(
	items: readonly Item[],
	limit: number,
	map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const entries = items.entries();
	async function work(): Promise<void> {
		for (const [index, item] of entries) results[index] = await map(item);
	}
	await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
	return results;
}
