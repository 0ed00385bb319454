import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openSnapshot, type StoreSnapshot } from "./store-snapshot.ts";

/**
 * Streams a copy of the store, with every acknowledged event, while the service
 * runs. It needs no room on the disk. The copy is complete when the stream ends.
 *
 * The copy has no salts: they must not outlive two days, and a backup is kept for longer.
 *
 * @param path The store's file.
 */
export async function backUpStore(path: string, output: Writable): Promise<void> {
	const snapshot = await openSnapshot(path);
	try {
		await pipeline(Readable.from(pagesOf(snapshot)), output);
	} finally {
		await snapshot.close();
	}
}

/** Of the first page: by which a reader knows that there may be a log beside the file. */
const WRITE_VERSION_AT = 18;
const READ_VERSION_AT = 19;
const WITHOUT_LOG = 1;

/** As many pages are sent at once as make some hundred kilobytes. */
const PAGES_AT_ONCE = 64;

async function* pagesOf(snapshot: StoreSnapshot): AsyncGenerator<Buffer> {
	const salts = new Set(snapshot.pagesOf("salts"));
	for (let first = 1; first <= snapshot.pageCount; first += PAGES_AT_ONCE) {
		const count = Math.min(PAGES_AT_ONCE, snapshot.pageCount - first + 1);
		const numbers = Array.from({ length: count }, (_, index) => first + index);
		const pages = await Promise.all(numbers.map(snapshot.readPage));
		for (const [index, page] of pages.entries()) {
			const number = first + index;
			if (number === 1) {
				page[WRITE_VERSION_AT] = WITHOUT_LOG;
				page[READ_VERSION_AT] = WITHOUT_LOG;
			}
			if (salts.has(number)) removeRows(page);
		}
		yield Buffer.concat(pages);
	}
}

/** A page of a table that has no other one. */
const LEAF_OF_TABLE = 0x0d;

/** @see https://www.sqlite.org/fileformat2.html#b_tree_pages */
function removeRows(page: Buffer): void {
	if (page[0] !== LEAF_OF_TABLE) throw new Error("The salts must fit in one page");
	page.fill(0, 1);
	// Where the rows would begin: at the end; the largest page says it with a zero.
	page.writeUInt16BE(page.length % 65_536, 5);
}
