import { createHash } from "node:crypto";
import type { SiteFile } from "./files/site-file.ts";
import type { PageRecord } from "./pages/page.ts";
import type { SiteConfig } from "./site-config.ts";

/** Everything that documents are made of. */
export interface RevisionContent {
	readonly config: SiteConfig;
	/** The text of the `_redirects` file. */
	readonly redirectsFile: string | undefined;
	readonly pages: ReadonlyMap<string, PageRecord>;
	readonly files: ReadonlyMap<string, SiteFile>;
}

/** Sixty-four bits: enough to tell every revision apart that one site will ever have. */
const ID_LENGTH = 16;

/**
 * Names a revision by its content. Times are left out: the same content, checked out on two
 * machines, is the same revision.
 *
 * @returns Lower-case hexadecimal digits.
 */
export function identifyRevision({ config, redirectsFile, pages, files }: RevisionContent): string {
	const hash = createHash("sha256");
	hash.update(JSON.stringify([config, redirectsFile ?? null]));
	for (const { path, digest, fills, committed } of pages.values()) {
		// Escaping the text of ten thousand pages would take longer than hashing it.
		hash.update(`${path}\0${digest}\0${JSON.stringify(committed)}\0${fills.length}\0${fills}`);
	}
	for (const [path, { size }] of files) hash.update(JSON.stringify([path, size]));
	return hash.digest("hex").slice(0, ID_LENGTH);
}
