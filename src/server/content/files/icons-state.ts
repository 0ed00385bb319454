import { createHash } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ListedFile } from "./folder-walk.ts";
import { fileStamp } from "./read-regular-file.ts";

/** Where the operator's own drawings lie, in the site folder. */
export const ICONS_FOLDER = "icons";

/** @returns What changes with any drawing of the site folder. */
export function iconsState(root: string): string {
	const hash = createHash("sha256");
	for (const { name, stamp } of listDrawings(root)) hash.update(`${name} ${stamp}\n`);
	return hash.digest("hex");
}

/** Lists the operator's own drawings. @param root The real path of the site folder. */
export function listDrawings(root: string): readonly ListedFile[] {
	const folder = join(root, ICONS_FOLDER);
	return namesIn(folder).flatMap((name) => {
		const realPath = join(folder, name);
		const status = lstatSync(realPath, { throwIfNoEntry: false });
		if (status?.isFile() !== true) return [];
		const { size, mtimeMs: modifiedMs } = status;
		const file = `${ICONS_FOLDER}/${name}`;
		return [{ file, name, realPath, size, modifiedMs, stamp: fileStamp(status) }];
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
