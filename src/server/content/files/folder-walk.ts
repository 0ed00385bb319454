import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { errorCodeOf } from "../../../platform/error-code.ts";
import type { Problem } from "../problem.ts";
import { fileStamp } from "./read-regular-file.ts";

export interface ListedFile {
	/** Relative to the site folder, with forward slashes. */
	readonly file: string;
	/** Relative to the pages folder, or to the public folder. */
	readonly name: string;
	/** With every symbolic link resolved. */
	readonly realPath: string;
	readonly size: number;
	readonly modifiedMs: number;
	/** Identifies a state of the file, by `fileStamp()`. */
	readonly stamp: string;
}

/** Entries of one folder. */
export interface FolderContent {
	/** Detects another folder at the same path. */
	readonly inode: number;
	readonly entries: readonly FolderEntry[];
}

interface FolderEntry {
	readonly name: string;
	/** Absent for a link, which each look resolves again: its target changes elsewhere. */
	readonly target?: Target;
}

/** Result of the previous listing. */
export interface LastListing {
	/** Entries of folders, by real path. */
	readonly contents: ReadonlyMap<string, FolderContent>;
	/** Real paths of folders with possible changes since then. */
	readonly changed: ReadonlySet<string>;
}

/** Levels and folders, beyond any normal site. They limit links that multiply folders. */
const MAX_DEPTH = 32;
const MAX_FOLDERS = 100_000;

/** Number of names that one folder may have by links. More is a mistake or an attack. */
const MAX_NAMES_OF_FOLDER = 20;

/**
 * Lists files below folders of the site.
 *
 * Follows links whose targets are inside. Skips devices, pipes, sockets and names that start with a
 * dot. Opens no file.
 */
export class FolderWalk {
	readonly problems: Problem[] = [];
	readonly folders = new Set<string>();
	readonly unreadable: string[] = [];
	readonly contents = new Map<string, FolderContent>();
	readonly #root: string;
	readonly #last: LastListing | undefined;
	/** How often each folder was entered, by real path. */
	readonly #visits = new Map<string, number>();
	#folderCount = 0;
	#within = "";

	constructor(root: string, last?: LastListing) {
		this.#root = root;
		this.#last = last;
	}

	/**
	 * @param except Names on the first level that are not listed.
	 * @param within The folder that must contain the targets of links; empty: the site folder.
	 */
	list(folder: string, except: ReadonlySet<string>, within = ""): ListedFile[] {
		this.#within = within;
		const start = this.#resolve(folder, join(this.#root, folder));
		if (start?.kind !== "folder") return [];
		const { realPath, inode } = start;
		const files: ListedFile[] = [];
		this.#descend({ folder, name: "", realPath, inode, ancestors: [] }, except, files);
		return files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
	}

	#descend(place: Place, except: ReadonlySet<string>, files: ListedFile[]): void {
		if (this.#mustStop(place)) return;
		this.folders.add(place.realPath);
		for (const entry of this.#readFolder(place)) {
			const segments = withPictures(joinNames(place.name, entry.name)).split("/");
			const isHidden = segments.some((segment) => segment.startsWith("."));
			if (isHidden || except.has(entry.name)) continue;
			this.#visit(place, entry, files);
		}
	}

	#readFolder({ folder, realPath, inode }: Place): readonly FolderEntry[] {
		const last = this.#last?.changed.has(realPath) === true ? undefined : this.#last?.contents;
		const known = this.contents.get(realPath) ?? last?.get(realPath);
		if (known?.inode === inode) {
			this.contents.set(realPath, known);
			return known.entries;
		}
		try {
			const listed = readdirSync(realPath, { withFileTypes: true });
			const entries = listed.flatMap((entry) => readEntry(realPath, entry));
			this.contents.set(realPath, { inode, entries });
			return entries;
		} catch (error) {
			const code = errorCodeOf(error) ?? error;
			// Removed since the folder above was listed.
			if (code === "ENOENT") return [];
			this.unreadable.push(folder);
			this.problems.push({ file: folder, message: `The folder cannot be read (${code})` });
			return [];
		}
	}

	#visit(place: Place, entry: FolderEntry, files: ListedFile[]): void {
		const file = joinNames(place.folder, entry.name);
		const name = joinNames(place.name, entry.name);
		const target = entry.target ?? this.#resolve(file, join(place.realPath, entry.name));
		if (target === undefined) return;
		const { kind, realPath, inode, ...facts } = target;
		if (kind === "folder" && entry.name !== "node_modules") {
			const ancestors = [...place.ancestors, place.realPath];
			this.#descend({ folder: file, name, realPath, inode, ancestors }, new Set(), files);
		}
		if (kind === "file") files.push({ file, name, realPath, ...facts });
	}

	#mustStop({ folder, realPath, ancestors }: Place): boolean {
		// A link to a folder above would be an endless loop.
		if (ancestors.includes(realPath)) return true;
		const visits = (this.#visits.get(realPath) ?? 0) + 1;
		this.#visits.set(realPath, visits);
		if (visits > MAX_NAMES_OF_FOLDER) {
			const message = `Links must not give one folder more than ${MAX_NAMES_OF_FOLDER} names: this link and further links are left out`;
			if (visits === MAX_NAMES_OF_FOLDER + 1) this.problems.push({ file: folder, message });
			return true;
		}
		this.#folderCount += 1;
		if (ancestors.length < MAX_DEPTH && this.#folderCount < MAX_FOLDERS) return false;
		this.problems.push({
			file: folder,
			message: `Folders must not be nested deeper than ${MAX_DEPTH} levels, and there must be at most ${MAX_FOLDERS}: the rest of this folder is left out`,
		});
		return true;
	}

	/** @returns `undefined` if the target is missing, outside of the folder or below a hidden name. */
	#resolve(file: string, path: string): Target | undefined {
		let realPath: string;
		try {
			realPath = realpathSync.native(path);
		} catch {
			// A dangling link, or a file that was removed since the folder was listed.
			return undefined;
		}
		const isInSite = isInside(this.#root, realPath);
		// The path without the mount folders of Kubernetes.
		const segments = relative(this.#root, realPath).split(sep);
		const shown = segments.filter((segment) => !MOUNT_NAME.test(segment)).join("/");
		if (isInSite && isBelow(this.#within, shown)) return lookAt(realPath);
		const limit = isInSite ? `"${this.#within}/"` : "the site folder";
		this.problems.push({ file, message: `A link must not lead out of ${limit}` });
		return undefined;
	}
}

function readEntry(folder: string, entry: Dirent): readonly FolderEntry[] {
	const { name } = entry;
	if (entry.isSymbolicLink()) return [{ name }];
	if (!entry.isFile() && !entry.isDirectory()) return [];
	const target = lookAt(join(folder, name));
	return target === undefined ? [] : [{ name, target }];
}

/** @param realPath A path without links, unless a link has replaced a part of it meanwhile. */
export function lookAt(realPath: string): Target | undefined {
	try {
		const status = lstatSync(realPath);
		const { ino: inode, size, mtimeMs: modifiedMs } = status;
		const kind = status.isFile() ? "file" : status.isDirectory() ? "folder" : "other";
		return { kind, realPath, inode, size, modifiedMs, stamp: fileStamp(status) };
	} catch {
		// Removed since the folder was listed, or not accessible.
		return undefined;
	}
}

interface Place {
	readonly folder: string;
	readonly name: string;
	readonly realPath: string;
	readonly inode: number;
	/** The real paths of the folders above. */
	readonly ancestors: readonly string[];
}

interface Target extends Pick<ListedFile, "realPath" | "size" | "modifiedMs" | "stamp"> {
	readonly kind: "file" | "folder" | "other";
	readonly inode: number;
}

/** Kubernetes mounts files as links into `..data`, a link to `..2026_11_20_…`. */
const MOUNT_NAME = /^\.\.(?:data|\d)/;

/** Whether a real path is in the folder, and below no hidden name there. */
export function isInside(root: string, realPath: string): boolean {
	if (realPath === root) return true;
	if (!realPath.startsWith(root.endsWith(sep) ? root : root + sep)) return false;
	const segments = withPictures(relative(root, realPath)).split(sep);
	return segments.every((segment) => !segment.startsWith(".") || MOUNT_NAME.test(segment));
}

function isBelow(folder: string, path: string): boolean {
	return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

/** A folder that does not exist yet counts as empty. @returns Its real path. */
export function realFolder(siteFolder: string): string {
	return existsSync(siteFolder) ? realpathSync(siteFolder) : siteFolder;
}

/** Removes the dot of hidden folders with pictures of GitBook and VuePress. Other content stays hidden. */
function withPictures(name: string): string {
	return name.replaceAll(PICTURE_FOLDER, "");
}

const PICTURE_FOLDER =
	/(?<=^|\/)\.(?=gitbook(?:$|\/assets(?:\/|$))|vuepress(?:$|\/public(?:\/|$)))/g;

function joinNames(folder: string, name: string): string {
	return folder === "" ? name : `${folder}/${name}`;
}
