import type { ListedFile } from "./list-site-folder.ts";
import { mapConcurrently } from "./map-concurrently.ts";
import type { BodyRenderer } from "./markdown/render-body.ts";
import { parsePage } from "./parse-page.ts";
import type { ParsedPage } from "./parsed-page.ts";
import type { Problem } from "./problem.ts";
import { readRegularFile } from "./read-regular-file.ts";

/** Enough to keep the disk busy while one file is parsed. */
const FILES_AT_ONCE = 16;

/** The longest change logs have room in it; built with malice, it takes twenty seconds to parse. */
const MAX_PAGE_BYTES = 2_000_000;

export interface ReadPages {
	readonly pages: readonly ParsedPage[];
	readonly problems: readonly Problem[];
}

export interface ReadPagesOptions {
	readonly renderer: BodyRenderer;
	/** By file: what has the same size and time is taken over. */
	readonly known: ReadonlyMap<string, ParsedPage>;
}

/** Reads and parses page files; one that cannot be used becomes a problem. */
export async function readPages(
	files: readonly ListedFile[],
	options: ReadPagesOptions,
): Promise<ReadPages> {
	const readings = await mapConcurrently(files, FILES_AT_ONCE, (file) => readPage(file, options));
	return {
		pages: readings.flatMap(({ pages }) => pages),
		problems: readings.flatMap(({ problems }) => problems),
	};
}

async function readPage(
	{ file, realPath, size, modifiedMs }: ListedFile,
	{ renderer, known }: ReadPagesOptions,
): Promise<ReadPages> {
	const page = known.get(file);
	if (page?.modifiedMs === modifiedMs && page.size === size) return kept(page);
	const reading = await readRegularFile(realPath, { maxBytes: MAX_PAGE_BYTES });
	// Removed since the folder was listed: then it is simply no page any more.
	if (reading.kind === "absent") return { pages: [], problems: [] };
	if (reading.kind === "refused") return refused(file, reading.rule);
	const source = { file, bytes: reading.bytes, modifiedMs: reading.modifiedMs };
	const parsing = parsePage(source, renderer);
	return parsing.kind === "refused" ? refused(file, parsing.rule) : kept(parsing.page);
}

function kept(page: ParsedPage): ReadPages {
	return { pages: [page], problems: page.problems };
}

function refused(file: string, rule: string): ReadPages {
	return { pages: [], problems: [{ file, message: `The file ${rule}` }] };
}
