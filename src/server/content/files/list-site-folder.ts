import { createHash } from "node:crypto";
import { lstatSync, readdirSync, statSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import type { ContentFolder } from "../../../platform/settings/content-settings.ts";
import type { SiteSettings } from "../../../platform/settings/site-file-settings.ts";
import { isUnderscored, PAGE_EXTENSION } from "../page-path.ts";
import type { Problem } from "../problem.ts";
import {
	type FolderContent,
	FolderWalk,
	type LastListing,
	type ListedFile,
	lookAt,
	realFolder,
} from "./folder-walk.ts";
import { SETTLED_AFTER_MS, type Settling } from "./stability-tracker.ts";

/** Files of a site folder, sorted by path. None of them has been read. */
export interface SiteFolderListing {
	/** The real path of the folder. */
	readonly root: string;
	/** Folders of the pages: `pages`, the site folder itself, or the `content` setting. */
	readonly contentFolders: readonly ContentFolder[];
	readonly pages: readonly ListedFile[];
	/** Files beside pages. */
	readonly assets: readonly ListedFile[];
	/** Files of `public/`. */
	readonly publicFiles: readonly ListedFile[];
	/** Real paths of all folders, for the file watcher. */
	readonly folders: readonly string[];
	/** Entries of these folders, by real path. */
	readonly contents: ReadonlyMap<string, FolderContent>;
	/** Folders relative to the site folder whose content could not be listed. */
	readonly unreadable: readonly string[];
	readonly problems: readonly Problem[];
}

const PAGES_FOLDER = "pages";

/** Instructions of the operator to the server. They are not assets in any folder. */
const INSTRUCTIONS = /(?:^|\/)(?:site\.yaml|_redirects)$/;

/** Folders for other purposes in a site folder that is its own pages folder. */
const RESERVED: ReadonlySet<string> = new Set(["public", "icons", "node_modules"]);

interface ListingOptions {
	/** Previous listing: unchanged folders are not read again; absent: all folders are read. */
	readonly last?: LastListing | undefined;
	/** Whether the folder contains modules that run, which are not served. */
	readonly hasCode?: boolean;
}

/** Layout of a site folder. Without `content`, pages are in `pages` or in the site folder itself. */
type SiteLayout = Pick<SiteSettings, "content" | "publicFolder" | "exclude">;

const DEFAULT_LAYOUT: SiteLayout = { content: undefined, publicFolder: "public", exclude: [] };

/**
 * Lists the pages and files of a site folder.
 *
 * Blocks on the disk, in a thread that answers no requests. 10,000 files take a tenth of the time of
 * asynchronous calls.
 */
export function listSiteFolder(
	siteFolder: string,
	layout = DEFAULT_LAYOUT,
	{ last, hasCode = false }: ListingOptions = {},
): SiteFolderListing {
	const root = realFolder(siteFolder);
	const walk = new FolderWalk(root, last);
	const others = layout.content === undefined ? listOtherMarkdown(root) : undefined;
	const contentFolders = layout.content ?? [defaultFolder(root, others)];
	const content = contentFolders.flatMap((folder) => listContent(walk, folder, layout));
	const publicFiles = walk.list(layout.publicFolder, new Set(), layout.publicFolder);
	const problems = contentFolders[0]?.folder === PAGES_FOLDER ? unservedProblems(others ?? 0) : [];
	return {
		root,
		contentFolders,
		pages: content.filter(({ name }) => PAGE_EXTENSION.test(name)),
		// Pages and instructions are not assets, even if a link to them has another name.
		assets: content.filter(
			({ file, name, realPath }) =>
				!(hasCode && CODE_FILE.test(file)) &&
				[name, realPath].every((path) => !PAGE_EXTENSION.test(path) && !INSTRUCTIONS.test(path)),
		),
		publicFiles,
		folders: [...walk.folders],
		contents: walk.contents,
		unreadable: walk.unreadable,
		problems: [...problems, ...walk.problems],
	};
}

/** Modules of the site folder, and their configuration and styles; see also `CODE_FOLDERS`. */
const CODE_FILE =
	/^(?:(?:components|layouts|middleware|islands|api)\/|(?:package|package-lock|tsconfig)\.json$|styles\.css$)|\.(?:[jt]sx|[cm]?ts|module\.css)$/;

function defaultFolder(root: string, others: number | undefined): ContentFolder {
	const isSite = lstatSync(join(root, "site.yaml"), { throwIfNoEntry: false }) !== undefined;
	const isRoot = others === undefined || (others > 0 && !isSite);
	return { folder: isRoot ? "" : PAGES_FOLDER, at: "", numbers: "dot" };
}

function listContent(
	walk: FolderWalk,
	{ folder, at }: ContentFolder,
	{ publicFolder, exclude }: SiteLayout,
): readonly ListedFile[] {
	const files = walk.list(folder, folder === "" ? RESERVED : new Set());
	const isExcluded = excluder(exclude);
	const kept = files.filter(
		({ file, name }) =>
			!file.startsWith(`${publicFolder}/`) &&
			!(PAGE_EXTENSION.test(name) && isUnderscored(name)) &&
			!isExcluded(file),
	);
	return at === "" ? kept : kept.map((file) => ({ ...file, name: `${at}/${file.name}` }));
}

/** Compares names without signs of patterns as texts, since `adopt` may write thousands of them. */
function excluder(exclude: readonly string[]): (file: string) => boolean {
	const names = new Set(exclude);
	const patterns = exclude.filter((pattern) => /[*?[{(!\\]/.test(pattern));
	return (file) => names.has(file) || patterns.some((pattern) => matchesGlob(file, pattern));
}

/**
 * Counts the Markdown files outside of `pages/`. Without `site.yaml`, `pages/` may be one part of a
 * documentation, and its other parts would be missing.
 *
 * @returns `undefined` if `pages/` does not exist.
 */
function listOtherMarkdown(root: string): number | undefined {
	if (!isFolder(join(root, PAGES_FOLDER))) return undefined;
	const files = new FolderWalk(root).list("", new Set([...RESERVED, PAGES_FOLDER]));
	return files.filter(({ name }) => PAGE_EXTENSION.test(name)).length;
}

function unservedProblems(count: number): readonly Problem[] {
	if (count === 0) return [];
	const message = `Only Markdown files in "pages/" are pages: ${count} outside of it are not served`;
	return [{ file: ".", message }];
}

function isFolder(path: string): boolean {
	try {
		return statSync(path).isDirectory();
	} catch {
		// Absent: the site folder itself contains the pages.
		return false;
	}
}

/**
 * Restores the previous files of folders that cannot be listed now: a lost permission or a failing
 * disk must not remove their pages.
 */
export function retainUnreadable(
	listing: SiteFolderListing,
	previous: SiteFolderListing | undefined,
): SiteFolderListing {
	const { unreadable } = listing;
	if (previous === undefined || unreadable.length === 0) return listing;
	const retain = (list: "pages" | "assets" | "publicFiles"): readonly ListedFile[] =>
		[...listing[list], ...previous[list].filter(isRetained)].toSorted((one, other) =>
			one.name < other.name ? -1 : 1,
		);
	return {
		...listing,
		pages: retain("pages"),
		assets: retain("assets"),
		publicFiles: retain("publicFiles"),
	};

	function isRetained({ file }: ListedFile): boolean {
		return unreadable.some((folder) => folder === "" || file.startsWith(`${folder}/`));
	}
}

/** Folder of the operator's own drawings, in the site folder. */
export const ICONS_FOLDER = "icons";

/**
 * @param last The previous result.
 * @returns A hash that changes with any drawing of the site folder, except while a drawing is being saved.
 */
export function settledIcons(root: string, last: string | undefined, settling: Settling): string {
	const hash = createHash("sha256");
	for (const { name, stamp } of listDrawings(root)) hash.update(`${name} ${stamp}\n`);
	const state = hash.digest("hex");
	if (last === undefined || state === last) return state;
	return settling.isSettled(ICONS_FOLDER, state, SETTLED_AFTER_MS) ? state : last;
}

/** Lists the operator's own drawings. @param root The real path of the site folder. */
export function listDrawings(root: string): readonly ListedFile[] {
	const folder = join(root, ICONS_FOLDER);
	return namesIn(folder).flatMap((name) => {
		const target = lookAt(join(folder, name));
		return target?.kind === "file" ? [{ ...target, file: `${ICONS_FOLDER}/${name}`, name }] : [];
	});
}

function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder).filter((name) => name.endsWith(".svg"));
	} catch {
		// Most sites have no icons folder.
		return [];
	}
}
