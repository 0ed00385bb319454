import { readdirSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { decodeText, readRegularFile } from "../../server/content/files/read-regular-file.ts";
import { PAGE_EXTENSION } from "../../server/content/page-path.ts";

const MAX_BYTES = 4_000_000;
const MAX_DEPTH = 24;

/** The folder to adopt. Files outside of it count as absent, also behind symbolic links. */
export class SourceFolder {
	readonly root: string;
	readonly nowMs: number;
	/** Reasons why configuration files could not be read, by file. */
	readonly unread = new Map<string, string>();

	/** @param nowMs Milliseconds since the Unix epoch, to compare with dates of pages. */
	constructor(folder: string, nowMs = Date.now()) {
		this.root = realpathSync(folder);
		this.nowMs = nowMs;
	}

	/** @param path Relative to the folder. */
	isFile(path: string): boolean {
		return this.#status(path)?.isFile() === true;
	}

	isFolder(path: string): boolean {
		return this.#status(path)?.isDirectory() === true;
	}

	/** @returns `undefined` if the file is absent or is not text. */
	read(path: string): string | undefined {
		if (!this.isFile(path)) return undefined;
		const reading = readRegularFile(realpathSync(join(this.root, path)), { maxBytes: MAX_BYTES });
		const text = reading.kind === "read" ? decodeText(reading.bytes) : undefined;
		return text?.kind === "text" ? text.text.replace(/^\uFEFF/, "") : undefined;
	}

	/** @returns The first of the paths at which a file exists. */
	find(paths: readonly string[]): string | undefined {
		return paths.find((path) => this.isFile(path));
	}

	/** Returns the names of the files and folders in a folder. */
	names(path: string): readonly string[] {
		return this.isFolder(path) ? readdirSync(join(this.root, path)).toSorted() : [];
	}

	/** @returns Markdown files below a folder, relative to the root, without hidden ones. */
	pages(path: string): readonly string[] {
		return this.files(path, PAGE_EXTENSION);
	}

	/** @returns Files below a folder whose name matches, relative to the root, without hidden ones. */
	files(path: string, pattern: RegExp, depth = 0): readonly string[] {
		return this.names(path).flatMap((name) => {
			if (name.startsWith(".") || name === "node_modules") return [];
			const below = path === "" ? name : `${path}/${name}`;
			if (pattern.test(name)) return [below];
			return depth < MAX_DEPTH && this.isFolder(below) ? this.files(below, pattern, depth + 1) : [];
		});
	}

	#status(path: string) {
		if (path.split("/").includes("..")) return undefined;
		const status = statSync(join(this.root, path), { throwIfNoEntry: false });
		if (status === undefined) return undefined;
		const realPath = realpathSync(join(this.root, path));
		const isInside = realPath === this.root || realPath.startsWith(this.root + sep);
		return isInside ? status : undefined;
	}
}
