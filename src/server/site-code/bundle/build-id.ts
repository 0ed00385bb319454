import { createHash } from "node:crypto";

/** A file of the build. The path is relative to the output folder and has forward slashes. */
export interface BuiltFile {
	readonly path: string;
	readonly contents: Uint8Array;
}

/**
 * Names a build by a hash of the paths and bytes of all files that run.
 *
 * Compressed variants are excluded: they have the same content, and their bytes change with the
 * compressor.
 *
 * @returns Twenty hexadecimal digits.
 */
export function buildIdOf(files: readonly BuiltFile[]): string {
	const hash = createHash("sha256");
	for (const { path, contents } of files.toSorted(byPath)) {
		hash.update(`${path}\0${contents.byteLength}\0`).update(contents);
	}
	return hash.digest("hex").slice(0, 20);
}

/** Sorts by code unit and not by locale: the order must be the same on every machine. */
function byPath(one: BuiltFile, other: BuiltFile): number {
	return one.path < other.path ? -1 : 1;
}
