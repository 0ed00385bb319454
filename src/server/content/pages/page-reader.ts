import { hash } from "node:crypto";
import { lstatSync, realpathSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { isInside, realFolder } from "../files/folder-walk.ts";
import { decodeText, fileStamp, readRegularFile } from "../files/read-regular-file.ts";
import { readFrontMatter } from "../front-matter/front-matter.ts";
import { DRAFTS_FOLDER } from "../front-matter/hiding-signs.ts";
import type { ReadInclude } from "../markdown/dialect.ts";
import { readApi } from "../openapi/read-api.ts";
import { PAGE_EXTENSION } from "../page-path.ts";
import { type BodyRenderer, type BodyRendererOptions, createBodyRenderer } from "../render-body.ts";
import { CurrentFile, type FileState } from "./current-file.ts";
import { type PageParsing, parsePage } from "./parse-page.ts";

/** Reads and parses page files, in the order of the sources. */
export type PageReader = (sources: readonly PageSource[]) => readonly PageReading[];

/** A listed page file. */
export interface PageSource extends FileState {
	/** With every symbolic link resolved. */
	readonly realPath: string;
	/** Hash of the bytes that were parsed last: a file with the same bytes is not parsed again. */
	readonly knownDigest?: string | undefined;
	/** Replaces the text of the file, for an API description without a page. */
	readonly text?: string | undefined;
}

/** Result of reading a page file; the stamp belongs to the bytes that were read. */
export type PageReading =
	| { readonly kind: "absent" }
	| { readonly kind: "unchanged"; readonly stamp: string; readonly modifiedMs: number }
	| PageParsing;

/** More than the longest change logs have. */
const MAX_PAGE_BYTES = 2_000_000;

/**
 * @param siteFolder Folder of the included files.
 * @param current Receives the current file for a watchdog; absent: no watchdog.
 */
export function createPageReader(
	siteFolder: string,
	options: Omit<BodyRendererOptions, "readInclude">,
	current = new CurrentFile(),
): PageReader {
	const root = realFolder(siteFolder);
	const renderer = createBodyRenderer({ ...options, readInclude: createIncludeReader(root) });
	return (sources) =>
		sources.map((source) => {
			current.enter(source);
			// An API reference has many pages: each of them is progress for the watchdog.
			const render: BodyRenderer["render"] = (...page) => {
				current.enter(source);
				return renderer.render(...page);
			};
			const reading = readPageFile(root, source, { render });
			current.leave();
			return reading;
		});
}

function readPageFile(
	root: string,
	{ file, realPath, knownDigest, text, stamp: listedStamp }: PageSource,
	renderer: BodyRenderer,
): PageReading {
	const reading =
		text === undefined
			? readRegularFile(realPath, { maxBytes: MAX_PAGE_BYTES })
			: ({ kind: "read", bytes: Buffer.from(text), modifiedMs: 0, stamp: listedStamp } as const);
	if (reading.kind !== "read") return reading;
	const { bytes, modifiedMs, stamp } = reading;
	if (knownDigest !== undefined && hash("sha256", bytes, "hex") === knownDigest) {
		return { kind: "unchanged", stamp, modifiedMs };
	}
	const seen = new Map<string, string>();
	const read = createIncludeReader(root, MAX_API_BYTES);
	const parsing = parsePage({ file, stamp, bytes, modifiedMs }, renderer, (address) =>
		readApi({ from: file, address, seen }, read),
	);
	if (parsing.kind === "refused") return parsing;
	const { page } = parsing;
	return { ...parsing, page: { ...page, included: new Map([...page.included, ...seen]) } };
}

/** Limit of an included file. No reader looks through more code. */
const MAX_FILE_BYTES = 200_000;

/** The largest public API descriptions have 13 MB. */
const MAX_API_BYTES = 20_000_000;

/**
 * Reads files that pages include. Their addresses are relative to the page, to the folder of the
 * pages (`@/`) or to the folder of the whole documentation. They are searched in the folder of the
 * page and in each folder above, up to the site folder.
 *
 * @param root The real path of the site folder.
 */
function createIncludeReader(root: string, maxBytes = MAX_FILE_BYTES): ReadInclude {
	return ({ from, address, seen }) => {
		for (const candidate of candidatesOf(from, address)) {
			const found = findIncludedFile(root, candidate);
			// Missing files are recorded as well, so that the page is read again when they appear.
			seen.set(candidate, found?.stamp ?? "");
			if (found !== undefined) return readText(candidate, found.realPath, maxBytes);
		}
		return { kind: "refused", rule: "is not a file of the site" };
	};
}

function candidatesOf(from: string, address: string): readonly string[] {
	const plain = posix.normalize(address.replace(/^(?:@\/|~\/|\/)/, ""));
	const candidates = new Set<string>();
	let folder = from;
	do {
		folder = posix.dirname(folder);
		const candidate = posix.join(folder, plain);
		if (!candidate.startsWith("../")) candidates.add(candidate);
	} while (folder !== ".");
	return [...candidates];
}

function readText(file: string, realPath: string, maxBytes: number): ReturnType<ReadInclude> {
	const reading = readRegularFile(realPath, { maxBytes });
	if (reading.kind === "absent") return { kind: "refused", rule: "is not a file of the site" };
	if (reading.kind === "refused") return reading;
	const text = decodeText(reading.bytes);
	if (text.kind === "refused") return text;
	const { modifiedMs } = reading;
	if (!PAGE_EXTENSION.test(file)) return { kind: "read", file, text: text.text, modifiedMs };
	const { frontMatter, isUnderstood, body } = readFrontMatter(file, text.text);
	const { draft, publishAt, expiresAt, middleware, flag } = frontMatter;
	const isForAll = [
		isUnderstood && !draft && !DRAFTS_FOLDER.test(file),
		publishAt === undefined && expiresAt === undefined,
		middleware.length === 0 && flag === undefined,
	].every(Boolean);
	// A page that is hidden from some visitors, or at some times, must not appear inside another page.
	return isForAll
		? { kind: "read", file, text: body, modifiedMs }
		: { kind: "refused", rule: "is hidden from some visitors or at some times" };
}

/** Server settings and installed packages, which pages must not show. */
const NOT_FOR_VISITORS = /(?:^|\/)(?:node_modules|site\.yaml|_redirects)(?:\/|$)/;

/**
 * Finds a file that a page includes. With all symbolic links resolved, it must be inside the site
 * folder, without hidden names in its path.
 *
 * @param root The real path of the site folder.
 * @param file Relative to the root.
 */
function findIncludedFile(root: string, file: string) {
	if (NOT_FOR_VISITORS.test(file)) return undefined;
	try {
		const realPath = realpathSync.native(join(root, file));
		if (!isInside(root, realPath) || NOT_FOR_VISITORS.test(realPath.slice(root.length))) {
			return undefined;
		}
		const status = lstatSync(realPath);
		return status.isFile() ? { realPath, stamp: fileStamp(status) } : undefined;
	} catch {
		// No such file, or an invalid name.
		return undefined;
	}
}

/**
 * Creates a cache of the stamps of included files for one scan: many pages may include one file.
 *
 * @param root The real path of the site folder.
 * @param changed Folders that may have changed since the last scan; absent: all.
 * @returns A function that returns a stamp, which is empty for a file that no page may include.
 */
export function createIncludeStamps(
	root: string,
	changed?: ReadonlySet<string>,
): (file: string, lastStamp: string) => string {
	/** `undefined` for a file in an unchanged folder. */
	const known = new Map<string, string | undefined>();
	return (file, lastStamp) => {
		if (!known.has(file)) {
			const isSame = changed?.has(folderOfIncluded(root, file)) === false;
			known.set(file, isSame ? undefined : (findIncludedFile(root, file)?.stamp ?? ""));
		}
		return known.get(file) ?? lastStamp;
	};
}

/** The folder to watch for an included file. Symbolic links are not resolved. */
export function folderOfIncluded(root: string, file: string): string {
	return dirname(join(root, file));
}
