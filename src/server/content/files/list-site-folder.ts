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
import { SETTLED_AFTER_MS, type Settling } from "./settling.ts";

/** What a site folder holds, sorted by path; nothing has been read yet. */
export interface SiteFolderListing {
	/** The real path of the folder. */
	readonly root: string;
	/** Where the pages are: `pages`, the site folder itself, or what the operator says. */
	readonly contentFolders: readonly ContentFolder[];
	readonly pages: readonly ListedFile[];
	/** Files beside pages. */
	readonly assets: readonly ListedFile[];
	/** Files of `public/`. */
	readonly publicFiles: readonly ListedFile[];
	/** The real paths of all folders, to be watched. */
	readonly folders: readonly string[];
	/** What was read of them, by real path. */
	readonly contents: ReadonlyMap<string, FolderContent>;
	/** Folders relative to the site folder whose content could not be listed. */
	readonly unreadable: readonly string[];
	readonly problems: readonly Problem[];
}

const PAGES_FOLDER = "pages";

/** What the operator tells us is not for visitors, wherever it lies. */
const INSTRUCTIONS = /(?:^|\/)(?:site\.yaml|_redirects)$/;

/** What a folder that is its own pages folder keeps for other purposes. */
const RESERVED: ReadonlySet<string> = new Set(["public", "icons", "node_modules"]);

interface ListingOptions {
	/** Folders in which nothing has happened since are not read again; absent: all are read. */
	readonly last?: LastListing | undefined;
	/** Whether the folder holds modules that run, which are not served. */
	readonly hasCode?: boolean;
}

/** Where in the site folder is what. Without `content`, pages are in `pages` or in the site folder itself. */
type SiteLayout = Pick<SiteSettings, "content" | "publicFolder" | "exclude">;

const DEFAULT_LAYOUT: SiteLayout = { content: undefined, publicFolder: "public", exclude: [] };

/**
 * Lists the pages and files of a site folder.
 *
 * It waits for the disk: ten thousand files take a tenth of the time that asking for each
 * asynchronously would, in a thread that answers no requests.
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
		// Pages and instructions are no assets, whatever a link to them is called.
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

/** Modules of the site folder and what belongs to them; absolute names of its folders are `CODE_FOLDERS`. */
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
	const kept = files.filter(
		({ file, name }) =>
			!file.startsWith(`${publicFolder}/`) &&
			!(PAGE_EXTENSION.test(name) && isUnderscored(name)) &&
			!exclude.some((pattern) => matchesGlob(file, pattern)),
	);
	return at === "" ? kept : kept.map((file) => ({ ...file, name: `${at}/${file.name}` }));
}

/**
 * Counts the Markdown files beside `pages/`. Without `site.yaml` that name can be a part of a
 * documentation, whose other parts would be missing.
 *
 * @returns `undefined` when there is no such folder.
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
		// Absent: then the site folder itself holds the pages.
		return false;
	}
}

/**
 * Puts back what was known of folders that cannot be listed now: a lost permission, or a
 * disk that does not answer, must not take their pages down.
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

/** Where the operator's own drawings lie, in the site folder. */
export const ICONS_FOLDER = "icons";

/**
 * @param last What it returned before.
 * @returns What changes with any drawing of the site folder. A drawing that is being saved is not drawn yet.
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
		// Most sites draw no icons of their own.
		return [];
	}
}
