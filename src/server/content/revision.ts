import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { IconifyIcon } from "@iconify/types";
import type { Environment } from "../../platform/env.ts";
import type { SiteFolderListing } from "./files/list-site-folder.ts";
import type { PlacedFile, SiteFile } from "./files/place-files.ts";
import type { Settling } from "./files/settling.ts";
import type { FinishedBefore } from "./links/finish-pages.ts";
import type { Spellings } from "./links/spellings.ts";
import type { CheckIsland } from "./markdown/islands.ts";
import type { Page } from "./pages/page.ts";
import type { PageFileReading, PageJob } from "./pages/page-reader.ts";
import { type PageReading, pagesOf } from "./pages/read-pages.ts";
import type { Problem } from "./problem.ts";
import type { SiteSettingsReading } from "./read-settings.ts";
import type { RouteRules } from "./route-rules.ts";
import type { SiteCode, SiteCodeReading } from "./site-code.ts";
import type { CodeNames, SiteConfig } from "./site-config.ts";
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
	/** Decoded path of a file beside pages → paths of the pages that refer to it; absent: every page is public. */
	readonly referring?: ReadonlyMap<string, readonly string[]> | undefined;
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

/** A revision with all that the next one can take over. */
export interface LoadedRevision extends Revision, Ingredients, FinishedBefore {
	/** When other files are served because a page appears or expires; milliseconds since the Unix epoch. */
	readonly filesUntilMs: number;
	/** How authors may write the files that are no pages. */
	readonly fileSpellings: ReadonlyMap<string, string>;
	/** Of what the pages are together: where they live, and where they lead. */
	readonly siteProblems: readonly Problem[];
}

export interface RevisionOptions {
	/** Absolute. */
	readonly siteFolder: string;
	/** Overrides values of `site.yaml`. */
	readonly environment: Environment;
	/** Stands for the file `site.yaml`; absent: it is read. */
	readonly configText?: string;
	/** @returns The markup of an icon, or `undefined` when no collection has it. */
	readonly resolveIcon?: (name: string) => string | undefined;
	/** Whether pages offer smaller sizes of images; absent: they do not. */
	readonly resizesImages?: boolean | undefined;
	/** Reads the operator's own icons; absent: the site has no own icons. */
	readonly readDrawings?: () => Revision["drawings"];
	/** @returns What is wrong with an island's name or props, as a sentence, or `undefined`. */
	readonly checkIsland?: CheckIsland;
	/** Whether a page that is code answers at a decoded path, so that a link to it is not broken. */
	readonly isAppPath?: (path: string) => boolean;
	/** Reads the code of the folder; absent: the operator does not let the folder run code. */
	readonly code?: CodeReader | undefined;
	/** Names that pages may give in `middleware`; absent: none. */
	readonly middleware?: ReadonlySet<string>;
	/** Of the same folder: what has not changed since is not read again, and what breaks stays. */
	readonly previous?: LoadedRevision | undefined;
	/** The folders in which something may have happened since the one before; absent: all. */
	readonly changed?: ReadonlySet<string> | undefined;
	/** Page files that were read before by the same build, such as by the process before this one. */
	readonly known?: KnownPages | undefined;
	/** Decides what is taken up at once; absent: everything is. */
	readonly settling?: Settling;
	/** Milliseconds since the Unix epoch; absent: the clock's. Files belong to pages, which are dated. */
	readonly nowMs?: number;
	/** Asks git when files came and changed last; absent: nothing is known of it. */
	readonly readCommitTimes?: ReadCommitTimes;
	/** Stamps by file: reading these states took too long, and is not tried again. */
	readonly stuckFiles?: ReadonlyMap<string, string>;
	/** Reads many files at once; absent: they are read here, one after the other. */
	readonly readFiles?: (
		jobs: readonly PageJob[],
		markdown: SiteConfig["markdown"],
	) => Promise<readonly PageFileReading[]>;
}

/** Reads the code of a site folder. */
export interface CodeReader {
	/** @param root The real path of the site folder. */
	readonly list: (root: string) => ListedCode;
}

/** The code of a site folder as it was listed: what is saved from then on is for the next list. */
export interface ListedCode {
	readonly names: CodeNames;
	/** @returns The very same value while no file has changed. */
	readonly read: (config: SiteConfig) => Promise<SiteCodeReading>;
}

/** @returns The very same value as before while git says the same. By file of the site folder. */
type ReadCommitTimes = (
	previous: FinishedBefore["commitTimes"] | undefined,
) => Promise<FinishedBefore["commitTimes"]>;

/** Page files, and what they were read under. */
export interface KnownPages extends Pick<LoadedRevision, "readings" | "iconsState"> {
	readonly markdown: SiteConfig["markdown"];
}

/** What a revision is made of. */
export interface Ingredients {
	readonly settings: SiteSettingsReading;
	readonly listing: SiteFolderListing;
	/** By file relative to the site folder. */
	readonly readings: ReadonlyMap<string, PageReading>;
	/** Every file that is no page, by decoded path. */
	readonly placedFiles: ReadonlyMap<string, PlacedFile>;
	/** Changes with the operator's drawings. */
	readonly iconsState: string;
	/** Absent: the folder runs no code. */
	readonly codeReading?: SiteCodeReading | undefined;
}

/** What is new beside the list of problems: nothing, some pages, or anything. */
export type Change = "none" | "pages" | "all";

/** Decides what has changed. Most looks find nothing: then every value stays the same object. */
export function compareIngredients(
	previous: (Ingredients & { readonly filesUntilMs: number }) | undefined,
	next: Ingredients & { readonly nowMs: number },
): Change {
	if (previous === undefined || !isSameBesidePages(previous, next)) return "all";
	return next.nowMs < previous.filesUntilMs && hasSamePages(previous, next) ? "none" : "pages";
}

function isSameBesidePages(one: Ingredients, other: Ingredients): boolean {
	return (
		one.settings.config === other.settings.config &&
		one.settings.routeRules === other.settings.routeRules &&
		one.placedFiles === other.placedFiles &&
		one.iconsState === other.iconsState &&
		one.codeReading === other.codeReading &&
		isDeepStrictEqual(one.listing.contentFolders, other.listing.contentFolders)
	);
}

/** Ignores readings without a page, such as those of a new file that cannot be read. */
function hasSamePages(previous: Ingredients, { readings }: Ingredients): boolean {
	const pages = pagesOf(readings.values());
	const before = pagesOf(previous.readings.values());
	return before.length === pages.length && before.every((page, index) => page === pages[index]);
}
