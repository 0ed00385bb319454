import type { Stats } from "node:fs";

/**
 * Tells one state of a file from another without reading it. The time of the last change
 * of the inode cannot be set, so that tools which restore times or sizes do not deceive.
 */
export function fileStamp({ size, mtimeMs, ctimeMs, ino }: Stats): string {
	return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}
