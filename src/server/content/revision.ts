import { createHash } from "node:crypto";
import type { IconifyIcon } from "@iconify/types";
import type { SiteFile } from "./files/place-files.ts";
import type { Spellings } from "./links/spellings.ts";
import type { Page } from "./pages/page.ts";
import type { Problem } from "./problem.ts";
import type { RouteRules } from "./route-rules.ts";
import type { SiteCode } from "./site-code.ts";
import type { SiteConfig } from "./site-config.ts";
import type { PageTree } from "./site-tree/page-tree.ts";

/** One immutable snapshot of the site folder. */
export interface Revision {
	/** A hash of what the folder says, never of the clock. */
	readonly id: string;
	readonly config: SiteConfig;
	/** By true path; drafts and pages of another time are included, guards decide. */
	readonly pages: ReadonlyMap<string, Page>;
	/** Folded path or alias (`/x/index`, `/x/readme`, `/x.md`, `/x.html`) → true path. */
	readonly foldedPaths: Spellings;
	/** Decoded path → file: `public/**` and the files beside pages. */
	readonly files: ReadonlyMap<string, SiteFile>;
	/** What navigation is made from. */
	readonly tree: PageTree;
	/** Of `site.yaml` and of the `_redirects` file. */
	readonly routeRules: RouteRules;
	/** The operator's own icons, by name. */
	readonly drawings: ReadonlyMap<string, IconifyIcon>;
	/** Absent: the folder runs no code. */
	readonly code?: SiteCode | undefined;
	readonly problems: readonly Problem[];
}

/** Sixty-four bits: enough to tell every revision apart that one site will ever have. */
const ID_LENGTH = 16;

/**
 * Names a revision by its content. Times are left out: the same content, checked out on two
 * machines, is the same revision.
 *
 * @param redirectsFile The text of the `_redirects` file.
 * @returns Lower-case hexadecimal digits.
 */
export function identifyRevision(
	{ config, pages, files, code }: Pick<Revision, "config" | "pages" | "files" | "code">,
	redirectsFile: string | undefined,
): string {
	const hash = createHash("sha256");
	hash.update(JSON.stringify([config, redirectsFile ?? null, code?.manifest.buildId]));
	for (const { path, digest, fills, committed } of pages.values()) {
		// Escaping the text of ten thousand pages would take longer than hashing it.
		hash.update(`${path}\0${digest}\0${JSON.stringify(committed)}\0${fills.length}\0${fills}`);
	}
	for (const [path, { size }] of files) hash.update(JSON.stringify([path, size]));
	return hash.digest("hex").slice(0, ID_LENGTH);
}
