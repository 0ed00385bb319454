import type { ListedFile } from "../files/folder-walk.ts";
import {
	DOUBTFUL_FOR_MS,
	GONE_AFTER_MS,
	SETTLED_AFTER_MS,
	type Settling,
} from "../files/stability-tracker.ts";
import type { Problem } from "../problem.ts";
import type { PageFileReading, PageJob } from "./page-reader.ts";
import { type ParsedPage, unreadablePage } from "./parse-page.ts";

type PageFile = ListedFile & Pick<PageJob, "text">;

/** The last reading of one page file. */
export interface PageReading {
	/** Stamp of the state that was read. */
	readonly stamp: string;
	/** The last good version, or a placeholder if there never was one. */
	readonly page?: ParsedPage;
	readonly problems: readonly Problem[];
}

export interface ReadPagesOptions {
	/** Last readings by file. A file with the same stamp is not read again. */
	readonly known: ReadonlyMap<string, PageReading>;
	/** Reads and parses, in the order of the jobs. */
	readonly readFiles: (jobs: readonly PageJob[]) => Promise<readonly PageFileReading[]>;
	readonly settling: Settling;
	/** Whether an icon of the site folder has changed, so that pages with such icons must be parsed again. */
	readonly areIconsNew: boolean;
	/** Stamps by file, of states that took too long to read. */
	readonly stuckFiles: ReadonlyMap<string, string>;
	/** @returns The stamp of an included file; empty for a missing file. */
	readonly stampOf: (file: string, lastStamp: string) => string;
}

/**
 * Reads the changed page files. A file that cannot be used is reported as a problem, and its last
 * good version stays.
 *
 * @returns Readings by file, in the order of the listing.
 */
export async function readPages(
	files: readonly PageFile[],
	options: ReadPagesOptions,
): Promise<ReadonlyMap<string, PageReading>> {
	const { known, settling, stuckFiles } = options;
	const readings = new Map<string, PageReading | undefined>();
	const changed: PageFile[] = [];
	for (const listed of files) {
		const { file, stamp } = listed;
		const last = known.get(file);
		readings.set(file, last);
		const isKnown = last?.stamp === stamp;
		if (
			isKnown ? !mustParseAgain(last, options) : !settling.isSettled(file, stamp, SETTLED_AFTER_MS)
		) {
			continue;
		}
		if (stuckFiles.get(file) === stamp) readings.set(file, refuse(last, listed, TOO_LONG));
		else changed.push(listed);
	}
	const read = await options.readFiles(changed.map((listed) => jobOf(listed, options)));
	for (const [index, listed] of changed.entries()) {
		const reading = read[index];
		if (reading === undefined) throw new RangeError(`The file "${listed.file}" was not read`);
		readings.set(listed.file, nextReading(reading, listed, options));
	}
	for (const [file, last] of known) {
		if (!readings.has(file) && !settling.isSettled(file, "gone", GONE_AFTER_MS)) {
			readings.set(file, last);
		}
	}
	return new Map(
		[...readings].flatMap(([file, reading]) => (reading ? [[file, reading] as const] : [])),
	);
}

const TOO_LONG = "takes too long to read: shorten it, or remove repeated markup";

function mustParseAgain(
	{ page }: PageReading,
	{ areIconsNew, settling, stampOf }: ReadPagesOptions,
): boolean {
	if (page === undefined) return false;
	if (areIconsNew && page.showsSiteIcons) return true;
	return [...page.included].some(([file, known]) => {
		const stamp = stampOf(file, known);
		return stamp !== known && settling.isSettled(`${file} in pages`, stamp, GONE_AFTER_MS);
	});
}

function jobOf({ file, realPath, stamp, text }: PageFile, options: ReadPagesOptions): PageJob {
	const last = options.known.get(file);
	const isUsable = last !== undefined && !mustParseAgain(last, options);
	const knownDigest = isUsable ? last.page?.sourceDigest : undefined;
	return { file, stamp, realPath, knownDigest, text };
}

/** @returns `undefined` while the file has no reading. */
function nextReading(
	reading: PageFileReading,
	listed: ListedFile,
	{ known, settling }: ReadPagesOptions,
): PageReading | undefined {
	const { file } = listed;
	const last = known.get(file);
	switch (reading.kind) {
		case "absent":
			// Removed after the folder was listed. The next scan decides whether the page is removed.
			return last;
		case "refused":
			return refuse(last, listed, reading.rule);
		case "unchanged":
			// The bytes of the last good version, perhaps after a broken version in between.
			return (
				last?.page && {
					stamp: reading.stamp,
					page: { ...last.page, modifiedMs: reading.modifiedMs },
					problems: last.page.problems,
				}
			);
		case "parsed": {
			const page = withKnownParts(reading.page, last?.page);
			if (isApiBroken(page) && last?.page?.parts !== undefined) {
				// The last good API reference stays until one of its files changes.
				const kept = { ...last.page, included: page.included };
				return { stamp: reading.stamp, page: kept, problems: page.problems };
			}
			if (!page.isUnderstood && last?.page?.isUnderstood === true) {
				// A save that breaks a file must not remove its page: the last good version and its time stay.
				const kept = { file, message: KEPT_PAGE };
				return { ...last, stamp: reading.stamp, problems: [kept, ...page.problems] };
			}
			const isWhole =
				!looksCutOff(page, last?.page) ||
				settling.isSettled(`${file} in doubt`, reading.stamp, DOUBTFUL_FOR_MS);
			return isWhole ? { stamp: reading.stamp, page, problems: page.problems } : last;
		}
	}
}

function isApiBroken({ frontMatter, parts }: ParsedPage): boolean {
	return frontMatter.openapi !== undefined && parts === undefined;
}

/** Reuses the objects of unchanged parts, so that no change is sent. */
function withKnownParts(page: ParsedPage, last: ParsedPage | undefined): ParsedPage {
	if (page.parts === undefined || last?.parts === undefined) return page;
	const known = new Map(last.parts.map((part) => [part.file, part]));
	const parts = page.parts.map((part) => {
		const before = known.get(part.file);
		return before?.digest === part.digest ? before : part;
	});
	return { ...page, parts };
}

function refuse(
	last: PageReading | undefined,
	{ file, stamp }: ListedFile,
	rule: string,
): PageReading {
	const isKept = last?.page?.isReadable === true;
	const problems = [{ file, message: `The file ${rule}${isKept ? `: ${KEPT}` : ""}` }];
	return { stamp, problems, page: last?.page ?? unreadablePage(file) };
}

const KEPT = "the last good version of the page is shown";
const KEPT_PAGE = `The front matter cannot be used: ${KEPT}`;

/** A page below this share of its last size is suspicious: one save rarely removes that much. */
const SUSPICIOUS_SHARE = 3 / 4;

/**
 * Whether a file looks half-written. This is a heuristic: such a file is accepted if it stays
 * unchanged for `DOUBTFUL_FOR_MS`.
 */
function looksCutOff(page: ParsedPage, last: ParsedPage | undefined): boolean {
	if (last === undefined) return !page.endsInNewline && page.size > 0;
	if (page.endsInNewline !== last.endsInNewline && !page.endsInNewline) return true;
	return page.size < last.size * SUSPICIOUS_SHARE;
}

/** @returns The pages of all readings, with the parts of API references. */
export function pagesOf(readings: Iterable<PageReading>): readonly ParsedPage[] {
	return Array.from(readings, ({ page }) =>
		page === undefined ? [] : [page, ...(page.parts ?? [])],
	).flat();
}
