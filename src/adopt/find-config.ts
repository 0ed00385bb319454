import { posix } from "node:path";
import { type DataMap, readData } from "./source/read-data.ts";
import type { SourceFolder } from "./source/source-folder.ts";

/** Usual folders of a documentation in a repository. */
export const DOCUMENTATION_FOLDERS: readonly string[] = [
	...["", "docs/", "website/", "site/", "documentation/", "doc/", "www/"],
	...["packages/docs/", "apps/docs/", "docs/en/"],
];

export interface FoundConfig {
	readonly file: string;
	/** The folder of the file; `.` for the root. */
	readonly base: string;
	readonly config: DataMap;
}

/** Looks for a configuration file in the usual folders. */
export function findConfig(
	folder: SourceFolder,
	names: readonly string[],
	isUsable: (file: string) => boolean = () => true,
): FoundConfig | undefined {
	const file = DOCUMENTATION_FOLDERS.flatMap((place) => names.map((name) => place + name)).find(
		(path) => folder.isFile(path) && isUsable(path),
	);
	if (file === undefined) return undefined;
	return { file, base: posix.dirname(file), config: readData(folder, file) };
}

/** @returns The names of a script with every ending. */
export function scriptNames(stem: string): readonly string[] {
	return ["ts", "mts", "js", "mjs", "cjs"].map((ending) => `${stem}.${ending}`);
}
