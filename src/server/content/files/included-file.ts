import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "./folder-walk.ts";
import { fileStamp } from "./read-regular-file.ts";

/** A file that a page takes text from. */
export interface IncludedFile {
	/** With every symbolic link resolved. */
	readonly realPath: string;
	/** Tells one state of the file from another. */
	readonly stamp: string;
}

/** Instructions to the server are not for visitors, nor is what packages bring. */
const NOT_FOR_VISITORS = /(?:^|\/)(?:node_modules|site\.yaml|_redirects)(?:\/|$)/;

/**
 * Finds a file that a page wants to show: inside of the site folder, and under no hidden name,
 * wherever links lead.
 *
 * @param root The real path of the site folder.
 * @param file Relative to it.
 */
export function findIncludedFile(root: string, file: string): IncludedFile | undefined {
	if (NOT_FOR_VISITORS.test(file)) return undefined;
	try {
		const realPath = realpathSync.native(join(root, file));
		if (!isInside(root, realPath) || NOT_FOR_VISITORS.test(realPath.slice(root.length))) {
			return undefined;
		}
		const status = lstatSync(realPath);
		return status.isFile() ? { realPath, stamp: fileStamp(status) } : undefined;
	} catch {
		// No such file, or a name that no file can have.
		return undefined;
	}
}

/**
 * Says of which state included files are, during one look at the folder: many pages may show one file.
 *
 * @param root The real path of the site folder.
 * @param changed Folders in which something may have happened since the last look; absent: all.
 * @returns Empty for a file that no page may show.
 */
export function createIncludeStamps(
	root: string,
	changed?: ReadonlySet<string>,
): (file: string, lastStamp: string) => string {
	/** Absent for a file in a folder in which nothing has happened. */
	const known = new Map<string, string | undefined>();
	return (file, lastStamp) => {
		if (!known.has(file)) {
			const isSame = changed?.has(folderOfIncluded(root, file)) === false;
			known.set(file, isSame ? undefined : (findIncludedFile(root, file)?.stamp ?? ""));
		}
		return known.get(file) ?? lastStamp;
	};
}

/** The folder to be watched for a file that a page includes; as it is named, links or not. */
export function folderOfIncluded(root: string, file: string): string {
	return dirname(join(root, file));
}
