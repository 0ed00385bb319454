import { hash } from "node:crypto";
import { realFolder } from "../files/folder-walk.ts";
import { readRegularFile } from "../files/read-regular-file.ts";
import { createIncludeReader } from "../markdown/includes/include-reader.ts";
import { type BodyRenderer, type BodyRendererOptions, createBodyRenderer } from "../render-body.ts";
import { CurrentFile, type FileState } from "./current-file.ts";
import { type ParsedPage, parsePage } from "./parse-page.ts";

/** Reads and parses page files, in the order of the jobs. */
export type PageReader = (jobs: readonly PageJob[]) => readonly PageFileReading[];

/** One page file that is to be read. */
export interface PageJob extends FileState {
	/** With every symbolic link resolved. */
	readonly realPath: string;
	/** Hash of the bytes that are parsed already; a file that still has them is not parsed again. */
	readonly knownDigest: string | undefined;
}

/** What came of it; the stamp is that of the bytes that were read. */
export type PageFileReading =
	| { readonly kind: "absent" }
	| { readonly kind: "refused"; readonly rule: string }
	| { readonly kind: "unchanged"; readonly stamp: string; readonly modifiedMs: number }
	| { readonly kind: "parsed"; readonly stamp: string; readonly page: ParsedPage };

/** The longest change logs have room in it. */
const MAX_PAGE_BYTES = 2_000_000;

/**
 * @param siteFolder Where included files lie.
 * @param current Read by a watchdog; absent: no watchdog.
 */
export function createPageReader(
	siteFolder: string,
	options: Omit<BodyRendererOptions, "readInclude">,
	current = new CurrentFile(),
): PageReader {
	const renderer = createBodyRenderer({
		...options,
		readInclude: createIncludeReader(realFolder(siteFolder)),
	});
	return (jobs) =>
		jobs.map((job) => {
			current.enter(job);
			const reading = readPageFile(job, renderer);
			current.leave();
			return reading;
		});
}

function readPageFile(
	{ file, realPath, knownDigest }: PageJob,
	renderer: BodyRenderer,
): PageFileReading {
	const reading = readRegularFile(realPath, { maxBytes: MAX_PAGE_BYTES });
	if (reading.kind !== "read") return reading;
	const { bytes, modifiedMs, stamp } = reading;
	if (knownDigest !== undefined && hash("sha256", bytes, "hex") === knownDigest) {
		return { kind: "unchanged", stamp, modifiedMs };
	}
	const parsing = parsePage({ file, bytes, modifiedMs }, renderer);
	return parsing.kind === "refused" ? parsing : { ...parsing, stamp };
}
