import type { Dirent, Stats } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { mapConcurrently } from "./map-concurrently.ts";
import { PAGE_EXTENSION } from "./page-path.ts";
import type { Problem } from "./problem.ts";

/** What a site folder holds, sorted by path; nothing has been read yet. */
export interface SiteFolderListing {
	/** The real path of the folder. */
	readonly root: string;
	/** Relative to the site folder: `pages`, or empty when the folder itself is the pages folder. */
	readonly pagesFolder: string;
	readonly pages: readonly ListedFile[];
	/** Files beside pages. */
	readonly assets: readonly ListedFile[];
	/** Files of `public/`. */
	readonly publicFiles: readonly ListedFile[];
	readonly problems: readonly Problem[];
}

export interface ListedFile {
	/** Relative to the site folder, with forward slashes. */
	readonly file: string;
	/** Relative to the pages folder, or to `public/`. */
	readonly name: string;
	/** With every symbolic link resolved. */
	readonly realPath: string;
	readonly size: number;
	readonly modifiedMs: number;
}

/** Deeper than any honest folder, and a bound for links that multiply it. */
const MAX_DEPTH = 32;
const MAX_FOLDERS = 100_000;

const FILES_AT_ONCE = 16;

const PUBLIC_FOLDER = "public";

/** What the operator tells us is not for visitors, wherever it lies. */
const INSTRUCTIONS = /(?:^|\/)(?:site\.yaml|_redirects)$/;

/** What a folder that is its own pages folder keeps for other purposes. */
const RESERVED: ReadonlySet<string> = new Set([PUBLIC_FOLDER, "icons", "node_modules"]);

/**
 * Lists the pages and files of a site folder.
 *
 * Links are followed while they stay inside. Devices, pipes, sockets, names that start with
 * a dot, and whatever lies outside are passed over: nothing here opens a file.
 */
export async function listSiteFolder(siteFolder: string): Promise<SiteFolderListing> {
	const root = await realpath(siteFolder);
	const pagesFolder = (await isFolder(join(root, "pages"))) ? "pages" : "";
	const walk = new FolderWalk(root);
	const content = await walk.list(pagesFolder, pagesFolder === "" ? RESERVED : new Set());
	const publicFiles = await walk.list(PUBLIC_FOLDER, new Set());
	return {
		root,
		pagesFolder,
		pages: content.filter(({ name }) => PAGE_EXTENSION.test(name)),
		assets: content.filter(({ name }) => !PAGE_EXTENSION.test(name) && !INSTRUCTIONS.test(name)),
		publicFiles,
		problems: walk.problems,
	};
}

class FolderWalk {
	readonly problems: Problem[] = [];
	readonly #root: string;
	#folders = 0;

	constructor(root: string) {
		this.#root = root;
	}

	/** @param except Names on the first level that are not listed. */
	async list(folder: string, except: ReadonlySet<string>): Promise<ListedFile[]> {
		const start = await this.#resolve(folder, join(this.#root, folder));
		if (start?.status.isDirectory() !== true) return [];
		const files: ListedFile[] = [];
		await this.#descend(
			{ folder, name: "", realPath: start.realPath, ancestors: [] },
			except,
			files,
		);
		return files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
	}

	async #descend(place: Place, except: ReadonlySet<string>, files: ListedFile[]): Promise<void> {
		if (this.#mustStop(place)) return;
		const entries = await this.#readFolder(place);
		const visible = entries.filter(({ name }) => !name.startsWith(".") && !except.has(name));
		await mapConcurrently(visible, FILES_AT_ONCE, (entry) => this.#visit(place, entry, files));
	}

	async #readFolder({ folder, realPath }: Place): Promise<readonly Dirent[]> {
		try {
			return await readdir(realPath, { withFileTypes: true });
		} catch (error) {
			const code = error instanceof Error && "code" in error ? error.code : error;
			this.problems.push({ file: folder, message: `The folder cannot be read (${code})` });
			return [];
		}
	}

	async #visit(place: Place, entry: Dirent, files: ListedFile[]): Promise<void> {
		if (!entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink()) return;
		const file = joinNames(place.folder, entry.name);
		const name = joinNames(place.name, entry.name);
		const path = join(place.realPath, entry.name);
		const target = entry.isSymbolicLink() ? await this.#resolve(file, path) : await lookAt(path);
		if (target === undefined) return;
		const { realPath, status } = target;
		if (status.isDirectory() && entry.name !== "node_modules") {
			const ancestors = [...place.ancestors, place.realPath];
			await this.#descend({ folder: file, name, realPath, ancestors }, new Set(), files);
		}
		if (!status.isFile()) return;
		files.push({ file, name, realPath, size: status.size, modifiedMs: status.mtimeMs });
	}

	#mustStop({ folder, realPath, ancestors }: Place): boolean {
		// A link to a folder above would be followed for ever.
		if (ancestors.includes(realPath)) return true;
		this.#folders += 1;
		if (ancestors.length < MAX_DEPTH && this.#folders < MAX_FOLDERS) return false;
		this.problems.push({
			file: folder,
			message: `Folders must not be nested deeper than ${MAX_DEPTH} levels, and not number more than ${MAX_FOLDERS}: the rest of this one is left out`,
		});
		return true;
	}

	/** @returns `undefined` for what is not there, leads out of the folder or to a hidden name. */
	async #resolve(file: string, path: string): Promise<Target | undefined> {
		const realPath = await realpath(path).catch(() => undefined);
		// A dangling link, or a file that was removed since the folder was listed.
		if (realPath === undefined) return undefined;
		if (isInside(this.#root, realPath)) return lookAt(realPath);
		this.problems.push({ file, message: "A link must not lead out of the site folder" });
		return undefined;
	}
}

/** @param realPath A path without links, unless somebody has just put one there. */
async function lookAt(realPath: string): Promise<Target | undefined> {
	try {
		return { realPath, status: await lstat(realPath) };
	} catch {
		// Removed since the folder was listed.
		return undefined;
	}
}

interface Place {
	readonly folder: string;
	readonly name: string;
	readonly realPath: string;
	/** The real paths of the folders above. */
	readonly ancestors: readonly string[];
}

interface Target {
	readonly realPath: string;
	readonly status: Stats;
}

/** Kubernetes mounts files as links into `..data`, a link to `..2026_11_20_…`. */
const MOUNT_NAME = /^\.\.(?:data|\d)/;

/** Says whether a real path lies in the folder, and under no hidden name there. */
export function isInside(root: string, realPath: string): boolean {
	if (realPath === root) return true;
	if (!realPath.startsWith(root.endsWith(sep) ? root : root + sep)) return false;
	const segments = relative(root, realPath).split(sep);
	return segments.every((segment) => !segment.startsWith(".") || MOUNT_NAME.test(segment));
}

function joinNames(folder: string, name: string): string {
	return folder === "" ? name : `${folder}/${name}`;
}

async function isFolder(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isDirectory();
	} catch {
		// Absent: then the site folder itself holds the pages.
		return false;
	}
}
