import { hash } from "node:crypto";
import { readRegularFile } from "../files/read-regular-file.ts";
import type { PageSource } from "./parse-page.ts";
import type { ParsedPage } from "./parsed-page.ts";

/** One page file that is to be read. */
export interface PageJob {
	/** Relative to the site folder. */
	readonly file: string;
	/** With every symbolic link resolved. */
	readonly realPath: string;
	/** Hash of the bytes that are parsed already; a file that still has them is not parsed again. */
	readonly knownDigest: string | undefined;
	/** These bytes were stopped once, and are given longer now that others have had their turn. */
	readonly isSecondAttempt?: boolean;
}

/** What came of it; the stamp is that of the bytes that were read. */
export type PageFileReading =
	| { readonly kind: "absent" }
	| { readonly kind: "refused"; readonly rule: string; readonly deservesSecondAttempt?: boolean }
	| { readonly kind: "unchanged"; readonly stamp: string; readonly modifiedMs: number }
	| { readonly kind: "parsed"; readonly stamp: string; readonly page: ParsedPage };

/** The longest change logs have room in it. */
const MAX_PAGE_BYTES = 2_000_000;

/** The bytes of a page file that are to be parsed, or what there is to say without parsing them. */
export type PageFileOpening =
	| { readonly kind: "read"; readonly stamp: string; readonly source: PageSource }
	| Exclude<PageFileReading, { readonly kind: "parsed" }>;

export function readPageFile({ file, realPath, knownDigest }: PageJob): PageFileOpening {
	const reading = readRegularFile(realPath, { maxBytes: MAX_PAGE_BYTES });
	if (reading.kind !== "read") return reading;
	const { bytes, modifiedMs, stamp } = reading;
	if (knownDigest !== undefined && hash("sha256", bytes, "hex") === knownDigest) {
		return { kind: "unchanged", stamp, modifiedMs };
	}
	return { kind: "read", stamp, source: { file, bytes, modifiedMs } };
}
