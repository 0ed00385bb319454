import type { ListedFile } from "../files/list-site-folder.ts";
import {
	DOUBTFUL_FOR_MS,
	GONE_AFTER_MS,
	OPEN_FOR_MS,
	SETTLED,
	SETTLED_AFTER_MS,
	type Settling,
} from "../files/settling.ts";
import { findOpenForWriting } from "../find-open-for-writing.ts";
import type { Problem } from "../problem.ts";
import type { ParsedPage } from "./parsed-page.ts";
import type { PageFileReading, PageJob } from "./read-page-file.ts";

/** What is known of one page file. */
export interface PageReading {
	/** Of the state that was read. */
	readonly stamp: string;
	/** The last good version; absent when there never was one. */
	readonly page?: ParsedPage;
	readonly problems: readonly Problem[];
	/** At the next look, whether or not the file has changed by then. */
	readonly deservesSecondAttempt?: boolean;
}

export interface ReadPagesOptions {
	/** By file: what has the same stamp is taken over. */
	readonly known: ReadonlyMap<string, PageReading>;
	/** Reads and parses, in the order of the jobs. */
	readonly readFiles: (jobs: readonly PageJob[]) => Promise<readonly PageFileReading[]>;
	readonly settling: Settling;
	/** Whether a drawing of the site folder has changed, so that pages that show one must be parsed again. */
	readonly areIconsNew: boolean;
	/** Whether pages that were stopped once may be tried again, which takes seconds. */
	readonly mayTryAgain: boolean;
}

/**
 * Reads what has changed of the page files. A file that cannot be used becomes a problem and
 * keeps its last good version.
 *
 * @returns By file, in the order of the listing.
 */
export async function readPages(
	files: readonly ListedFile[],
	options: ReadPagesOptions,
): Promise<ReadonlyMap<string, PageReading>> {
	const { known, settling } = options;
	const readings = new Map<string, PageReading | undefined>();
	const settled: ListedFile[] = [];
	const secondAttempts: ListedFile[] = [];
	let hasNews = false;
	for (const listed of files) {
		const { file, stamp } = listed;
		const last = known.get(file);
		readings.set(file, last);
		if (last?.stamp === stamp) {
			if (last.deservesSecondAttempt === true) secondAttempts.push(listed);
			else if (mustParseAgain(last, options)) settled.push(listed);
			continue;
		}
		hasNews = true;
		if (settling.isSettled(file, stamp, SETTLED_AFTER_MS)) settled.push(listed);
	}
	// One at a look, and only when nobody has saved anything: who saves would wait for them all.
	const mustWait = hasNews || settled.length > 0 || !options.mayTryAgain;
	const attempts = mustWait ? [] : secondAttempts.slice(0, 1);
	const changed = withoutOpen([...settled, ...attempts], settling);
	const read = await options.readFiles(changed.map((listed) => jobOf(listed, options)));
	for (const [index, listed] of changed.entries()) {
		const reading = read[index];
		if (reading === undefined) throw new RangeError(`The file "${listed.file}" was not read`);
		readings.set(listed.file, takeUp(reading, listed, options));
	}
	for (const [file, last] of known) {
		if (!readings.has(file) && !settling.isSettled(file, "gone", GONE_AFTER_MS)) {
			readings.set(file, last);
		}
	}
	return withoutAbsent(readings);
}

/** Looking for writers takes a look at every process; so many files are changed by a tool, and soon done. */
const MAX_LOOKED_AFTER = 100;

/** Leaves out the files that somebody is still writing, however long they pause. */
function withoutOpen(files: readonly ListedFile[], settling: Settling): readonly ListedFile[] {
	if (settling === SETTLED || files.length > MAX_LOOKED_AFTER) return files;
	const open = findOpenForWriting(new Set(files.map(({ realPath }) => realPath)));
	return files.filter(
		({ file, stamp, realPath }) =>
			!open.has(realPath) || settling.isSettled(`${file} open`, stamp, OPEN_FOR_MS),
	);
}

function mustParseAgain(
	{ page, deservesSecondAttempt }: PageReading,
	{ areIconsNew }: ReadPagesOptions,
): boolean {
	return deservesSecondAttempt === true || (areIconsNew && page?.showsSiteIcons === true);
}

function jobOf({ file, realPath, stamp }: ListedFile, options: ReadPagesOptions): PageJob {
	const last = options.known.get(file);
	const isUsable = last !== undefined && !mustParseAgain(last, options);
	return {
		file,
		realPath,
		knownDigest: isUsable ? last.page?.sourceDigest : undefined,
		isSecondAttempt: last?.deservesSecondAttempt === true && last.stamp === stamp,
	};
}

/** @returns `undefined` when there is no such file any more. */
function takeUp(
	reading: PageFileReading,
	{ file, stamp }: ListedFile,
	{ known, settling }: ReadPagesOptions,
): PageReading | undefined {
	const last = known.get(file);
	switch (reading.kind) {
		case "absent":
			// Removed since the folder was listed: the next look will tell whether for good.
			return last;
		case "refused":
			return {
				...keepLast(last, stamp, [{ file, message: `The file ${reading.rule}` }]),
				...(reading.deservesSecondAttempt === true ? { deservesSecondAttempt: true } : {}),
			};
		case "unchanged":
			return takeAgain(last, reading);
		case "parsed": {
			const { page } = reading;
			if (!page.isReadable && last?.page?.isReadable === true) {
				return keepLast(last, reading.stamp, page.problems);
			}
			const isWhole =
				!looksCutOff(page, last?.page) ||
				settling.isSettled(`${file} in doubt`, reading.stamp, DOUBTFUL_FOR_MS);
			return isWhole ? { stamp: reading.stamp, page, problems: page.problems } : last;
		}
	}
}

/** A save that breaks a file must not take its page down: the one before stays, with its own time. */
function keepLast(
	last: PageReading | undefined,
	stamp: string,
	problems: readonly Problem[],
): PageReading {
	return { stamp, problems, ...(last?.page === undefined ? {} : { page: last.page }) };
}

/** The bytes of the last good version, perhaps after a broken one. */
function takeAgain(
	last: PageReading | undefined,
	{ stamp, modifiedMs }: Extract<PageFileReading, { readonly kind: "unchanged" }>,
): PageReading | undefined {
	if (last?.page === undefined) return last;
	return { stamp, page: { ...last.page, modifiedMs }, problems: last.page.problems };
}

/** The share of its length that a page rarely loses in one save, but a half-written one does. */
const SUSPICIOUS_SHARE = 3 / 4;

/**
 * Says whether a file looks as if its writer had been stopped in the middle. No rule can know:
 * whatever looks so is waited for a little, and believed if it stays.
 */
function looksCutOff(page: ParsedPage, last: ParsedPage | undefined): boolean {
	if (last === undefined) return !page.endsInNewline && page.size > 0;
	if (page.endsInNewline !== last.endsInNewline && !page.endsInNewline) return true;
	return page.size < last.size * SUSPICIOUS_SHARE;
}

function withoutAbsent(
	readings: ReadonlyMap<string, PageReading | undefined>,
): ReadonlyMap<string, PageReading> {
	const present = new Map<string, PageReading>();
	for (const [file, reading] of readings) {
		if (reading !== undefined) present.set(file, reading);
	}
	return present;
}
