import { createHash } from "node:crypto";

/** A file of the build. The path is relative to the output folder and has forward slashes. */
export interface BuiltFile {
	readonly path: string;
	readonly contents: Uint8Array;
}

/**
 * Names a build by a hash of everything that runs: its paths and its bytes.
 *
 * Compressed variants are left out: they say the same again, and in other bytes as soon
 * as the compressor changes.
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

/** By code unit and not by locale: the order must be the same on every machine. */
function byPath(one: BuiltFile, other: BuiltFile): number {
	return one.path < other.path ? -1 : 1;
}
