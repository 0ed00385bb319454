import {
	DOUBTFUL_FOR_MS,
	GONE_AFTER_MS,
	SETTLED_AFTER_MS,
	type Settling,
} from "../files/stability-tracker.ts";
import type { PageReading, PageSource } from "./page-reader.ts";
import { type ParsedPage, unreadablePage } from "./parse-page.ts";

export interface ReadPagesOptions {
	/** Parsed pages by file. A file with the same stamp is not read again. */
	readonly known: ReadonlyMap<string, ParsedPage>;
	/** Reads and parses, in the order of the sources. */
	readonly readFiles: (sources: readonly PageSource[]) => Promise<readonly PageReading[]>;
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
 * @returns Pages by file, in the order of the sources.
 */
export async function readPages(
	sources: readonly PageSource[],
	options: ReadPagesOptions,
): Promise<ReadonlyMap<string, ParsedPage>> {
	const { known, settling, stuckFiles } = options;
	const pages = new Map<string, ParsedPage | undefined>();
	const changed: PageSource[] = [];
	for (const source of sources) {
		const { file, stamp } = source;
		const last = known.get(file);
		pages.set(file, last);
		const isKnown = last?.stamp === stamp;
		if (
			isKnown ? !mustParseAgain(last, options) : !settling.isSettled(file, stamp, SETTLED_AFTER_MS)
		) {
			continue;
		}
		if (stuckFiles.get(file) === stamp) pages.set(file, refuse(last, source, TOO_LONG));
		else changed.push(withKnownDigest(source, options));
	}
	const read = await options.readFiles(changed);
	for (const [index, source] of changed.entries()) {
		const reading = read[index];
		if (reading === undefined) throw new RangeError(`The file "${source.file}" was not read`);
		pages.set(source.file, nextPage(reading, source, options));
	}
	for (const [file, last] of known) {
		if (!pages.has(file) && !settling.isSettled(file, "gone", GONE_AFTER_MS)) pages.set(file, last);
	}
	return new Map([...pages].flatMap(([file, page]) => (page ? [[file, page] as const] : [])));
}

const TOO_LONG = "takes too long to read: shorten it, or remove repeated markup";

function mustParseAgain(
	{ showsSiteIcons, included }: ParsedPage,
	{ areIconsNew, settling, stampOf }: ReadPagesOptions,
): boolean {
	if (areIconsNew && showsSiteIcons) return true;
	return [...included].some(([file, known]) => {
		const stamp = stampOf(file, known);
		return stamp !== known && settling.isSettled(`${file} in pages`, stamp, GONE_AFTER_MS);
	});
}

function withKnownDigest(source: PageSource, options: ReadPagesOptions): PageSource {
	const last = options.known.get(source.file);
	const isUsable = last !== undefined && !mustParseAgain(last, options);
	return isUsable ? { ...source, knownDigest: last.sourceDigest } : source;
}

/** @returns `undefined` while the file has no page. */
function nextPage(
	reading: PageReading,
	source: PageSource,
	{ known, settling }: ReadPagesOptions,
): ParsedPage | undefined {
	const { file } = source;
	const last = known.get(file);
	switch (reading.kind) {
		case "absent":
			// Removed after the folder was listed. The next scan decides whether the page is removed.
			return last;
		case "refused":
			return refuse(last, source, reading.rule);
		case "unchanged": {
			// The bytes of the last good version, perhaps after a broken version in between.
			const { stamp, modifiedMs } = reading;
			return last && { ...last, stamp, modifiedMs, refusal: undefined };
		}
		case "parsed": {
			const page = withKnownParts(reading.page, last);
			const { stamp, included, problems } = page;
			if (isApiBroken(page) && last?.parts !== undefined) {
				// The last good API reference stays until one of its files changes.
				return { ...last, stamp, included, refusal: problems };
			}
			if (!page.isUnderstood && last?.isUnderstood === true) {
				// A save that breaks a file must not remove its page: the last good version and its time stay.
				return { ...last, stamp, refusal: [{ file, message: KEPT_PAGE }, ...problems] };
			}
			const isWhole =
				!looksCutOff(page, last) || settling.isSettled(`${file} in doubt`, stamp, DOUBTFUL_FOR_MS);
			return isWhole ? page : last;
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
	last: ParsedPage | undefined,
	{ file, stamp }: PageSource,
	rule: string,
): ParsedPage {
	const isKept = last?.isReadable === true;
	const refusal = [{ file, message: `The file ${rule}${isKept ? `: ${KEPT}` : ""}` }];
	return { ...(last ?? unreadablePage(file)), stamp, refusal };
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

/** @returns The pages of all files, with the parts of API references. */
export function withParts(pages: Iterable<ParsedPage>): readonly ParsedPage[] {
	return Array.from(pages, (page) => [page, ...(page.parts ?? [])]).flat();
}

/** Whether two pages are the same version of a file. A refused newer state changes neither. */
export function isSameVersion(one: ParsedPage, other: ParsedPage | undefined): boolean {
	return (
		one.body === other?.body &&
		one.modifiedMs === other.modifiedMs &&
		one.included === other.included
	);
}
