import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { IconifyIcon } from "@iconify/types";
import type { Environment } from "../../platform/env.ts";
import type { SiteFolderListing } from "./files/list-site-folder.ts";
import type { PlacedFile, SiteFile } from "./files/place-files.ts";
import type { Settling } from "./files/stability-tracker.ts";
import type { CheckIsland } from "./markdown/islands.ts";
import type { PageTree } from "./navigation/page-tree.ts";
import type { Page } from "./pages/page.ts";
import type { PageReading, PageSource } from "./pages/page-reader.ts";
import type { ParsedPage } from "./pages/parse-page.ts";
import { isSameVersion, withParts } from "./pages/read-pages.ts";
import type { Problem } from "./problem.ts";
import type { SiteSettingsReading } from "./read-settings.ts";
import type { RouteRules } from "./route-rules.ts";
import type { LinkedBefore } from "./routing/resolve-page-links.ts";
import type { Spellings } from "./routing/spellings.ts";
import type { SiteCode, SiteCodeReading } from "./site-code.ts";
import type { CodeNames, SiteConfig } from "./site-config.ts";

/** An immutable snapshot of the site folder. */
export interface Revision {
	/** Hash of the folder's content, independent of the clock. */
	readonly id: string;
	readonly config: SiteConfig;
	/** Pages by true path, including drafts, scheduled and expired pages: guards decide about them. */
	readonly pages: ReadonlyMap<string, Page>;
	/** Folded path or alias (`/x/index`, `/x/readme`, `/x.md`, `/x.html`) → true path. */
	readonly foldedPaths: Spellings;
	/** Decoded path → served file: `public/**` and files beside pages. */
	readonly files: ReadonlyMap<string, SiteFile>;
	/** Decoded path of a file → paths of the pages that refer to it; absent: no page is restricted. */
	readonly referring?: ReadonlyMap<string, readonly string[]> | undefined;
	/** Source of the navigation. */
	readonly tree: PageTree;
	/** Rules of `site.yaml` and of the `_redirects` file. */
	readonly routeRules: RouteRules;
	/** The operator's own icons, by name. */
	readonly drawings: ReadonlyMap<string, IconifyIcon>;
	/** Absent: the folder runs no code. */
	readonly code?: SiteCode | undefined;
	readonly problems: readonly Problem[];
}

/** Parts of a revision that are the same for every visitor. */
export type SharedRevision = Omit<
	Revision,
	"pages" | "files" | "foldedPaths" | "tree" | "referring"
>;

/** Hexadecimal digits, 64 bits: enough to distinguish all revisions of a site. */
const ID_LENGTH = 16;

/**
 * Computes the id of a revision from its content. File times are not included: the same content on two
 * machines has the same id. Other files than pages count by path and size.
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
		// Not JSON: escaping the text of 10,000 pages takes longer than hashing it.
		hash.update(`${path}\0${digest}\0${JSON.stringify(committed)}\0${fills.length}\0${fills}`);
	}
	for (const [path, { size }] of files) hash.update(JSON.stringify([path, size]));
	return hash.digest("hex").slice(0, ID_LENGTH);
}

/** A revision with the parts that the next one can reuse. */
export interface LoadedRevision extends Revision, Ingredients, LinkedBefore {
	/** When the served files change next, because a page appears or expires; ms since the Unix epoch. */
	readonly filesUntilMs: number;
	/** Spellings of files other than pages in links, exact and folded → decoded path. */
	readonly fileSpellings: ReadonlyMap<string, string>;
	/** Problems across files, such as paths, links, unserved files and navigation. */
	readonly siteProblems: readonly Problem[];
}

export interface RevisionOptions {
	/** Absolute. */
	readonly siteFolder: string;
	/** Overrides values of `site.yaml`. */
	readonly environment: Environment;
	/** Replaces the text of `site.yaml`; absent: the file is read. */
	readonly configText?: string;
	/** @returns The markup of an icon, or `undefined` if no collection has it. */
	readonly resolveIcon?: (name: string) => string | undefined;
	/** Whether pages offer smaller sizes of images; absent: they do not. */
	readonly resizesImages?: boolean | undefined;
	/** Reads the operator's own icons; absent: the site has no own icons. */
	readonly readDrawings?: () => Revision["drawings"];
	/** @returns The mistake in an island's name or props, as a sentence, or `undefined`. */
	readonly checkIsland?: CheckIsland;
	/** Whether a page in code answers at a decoded path, so that a link to it is valid. */
	readonly isAppPath?: (path: string) => boolean;
	/** Reads the code of the folder; absent: the operator does not allow the folder to run code. */
	readonly code?: CodeReader | undefined;
	/** Names that pages may list in `middleware`; absent: none. */
	readonly middleware?: ReadonlySet<string>;
	/** Last revision of the folder: unchanged files are not read again, broken files stay as they were. */
	readonly previous?: LoadedRevision | undefined;
	/** Folders with possible changes since the previous revision; absent: all. */
	readonly changed?: ReadonlySet<string> | undefined;
	/** Pages that the same build has parsed, such as in the previous process. */
	readonly known?: KnownPages | undefined;
	/** Delays changes until a file is completely written; absent: every change applies at once. */
	readonly settling?: Settling;
	/** Milliseconds since the Unix epoch; absent: now. Served files depend on the dates of pages. */
	readonly nowMs?: number;
	/** Reads the first and last commit times of files from git; absent: there are no times. */
	readonly readCommitTimes?: ReadCommitTimes;
	/** Stamps of states that took too long to read, by file. They are not read again. */
	readonly stuckFiles?: ReadonlyMap<string, string>;
	/** Reads a batch of files; absent: this thread reads them one by one. */
	readonly readFiles?: (
		sources: readonly PageSource[],
		markdown: SiteConfig["markdown"],
	) => Promise<readonly PageReading[]>;
}

/** Reads the code of a site folder. */
export interface CodeReader {
	/** @param root The real path of the site folder. */
	readonly list: (root: string) => ListedCode;
}

/** A listing of a site folder's code. Later changes belong to the next listing. */
export interface ListedCode {
	readonly names: CodeNames;
	/** @returns The same object while no file has changed. */
	readonly read: (config: SiteConfig) => Promise<SiteCodeReading>;
}

/** @returns Times by file of the site folder; the previous object if git has no change. */
type ReadCommitTimes = (
	previous: LinkedBefore["commitTimes"] | undefined,
) => Promise<LinkedBefore["commitTimes"]>;

/** Parsed pages, and the settings that they depend on. */
export interface KnownPages extends Pick<LoadedRevision, "parsed" | "iconsState"> {
	readonly markdown: SiteConfig["markdown"];
}

/** Inputs of a revision. */
export interface Ingredients {
	readonly settings: SiteSettingsReading;
	readonly listing: SiteFolderListing;
	/** Pages by file relative to the site folder. A file that was never readable has a placeholder. */
	readonly parsed: ReadonlyMap<string, ParsedPage>;
	/** Every file that is not a page, by decoded path. */
	readonly placedFiles: ReadonlyMap<string, PlacedFile>;
	/** Hash of the names and stamps of the operator's drawings. */
	readonly iconsState: string;
	/** Absent: the folder runs no code. */
	readonly codeReading?: SiteCodeReading | undefined;
}

/** Scope of a change, apart from the list of problems: nothing, only pages, or anything. */
export type Change = "none" | "pages" | "all";

/** Finds the scope of a change. Usually there is none, and every value stays the same object. */
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

function hasSamePages(previous: Ingredients, { parsed }: Ingredients): boolean {
	const pages = withParts(parsed.values());
	const before = withParts(previous.parsed.values());
	return (
		before.length === pages.length &&
		before.every((page, index) => isSameVersion(page, pages[index]))
	);
}
