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
	listed: ListedFile,
	{ renderer, known }: ReadPagesOptions,
): Promise<ReadPages> {
	const { file, realPath, size, modifiedMs } = listed;
	const last = known.get(file);
	if (last?.modifiedMs === modifiedMs && last.size === size) return kept(last);

	const reading = await readRegularFile(realPath, { maxBytes: MAX_PAGE_BYTES });
	// Removed since the folder was listed: then it is simply no page any more.
	if (reading.kind === "absent") return { pages: [], problems: [] };
	if (reading.kind === "refused") return lastGood(last, [refusal(file, reading.rule)]);

	const source = { file, bytes: reading.bytes, modifiedMs: reading.modifiedMs };
	const parsing = parsePage(source, renderer);
	if (parsing.kind === "refused") return lastGood(last, [refusal(file, parsing.rule)]);
	const { page } = parsing;
	if (!page.isReadable && last?.isReadable === true) return lastGood(last, page.problems);
	return kept(page);
}

function kept(page: ParsedPage): ReadPages {
	return { pages: [page], problems: page.problems };
}

/** A save that breaks a file must not take its page down: the one before stays, with its own time. */
function lastGood(page: ParsedPage | undefined, problems: readonly Problem[]): ReadPages {
	return { pages: page === undefined ? [] : [page], problems };
}

function refusal(file: string, rule: string): Problem {
	return { file, message: `The file ${rule}` };
}
