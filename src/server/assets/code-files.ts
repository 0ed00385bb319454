import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Folder in the data folder, with the files of each build that contain modules of the site folder. The
 * proxy cannot read it.
 */
export const CODE_FILES = "code-files";

/** Modules of the site folder by file name. No asset has such a name. */
export const MODULES_FILE = ".modules.json";

/** Modules of each file; a missing file has none. */
export type ModulesOfFiles = Readonly<Record<string, readonly string[]>>;

/** A module that no page needs. If the site has access rules, no visitor may load its file. */
const UNKNOWN_MODULES = [""];

/** Scripts of site code in builds that have no description. */
const UNDESCRIBED = /^module\..*\.js$/;

/** @param folder Absolute folder of one build's files. @returns `undefined` for a build without code. */
export async function readModules(folder: string): Promise<ModulesOfFiles | undefined> {
	try {
		// Written by `storeCode()`.
		return JSON.parse(await readFile(join(folder, MODULES_FILE), "utf8")) as ModulesOfFiles;
	} catch {
		// The build has no code, or an earlier version of the server has made it.
		return undefined;
	}
}

/** @param described Absent: a build without a description. */
export function modulesOf(name: string, described: ModulesOfFiles | undefined): readonly string[] {
	if (described === undefined) return UNDESCRIBED.test(name) ? UNKNOWN_MODULES : [];
	return Object.hasOwn(described, name) ? (described[name] ?? []) : [];
}
