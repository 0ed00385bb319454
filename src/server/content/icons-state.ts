import { createHash } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileStamp } from "./file-stamp.ts";

/** Where the operator's own drawings lie, in the site folder. */
export const ICONS_FOLDER = "icons";

/** @returns What changes with any drawing of the site folder. */
export function iconsState(root: string): string {
	const hash = createHash("sha256");
	for (const name of drawingsIn(join(root, ICONS_FOLDER))) {
		const status = lstatSync(join(root, ICONS_FOLDER, name), { throwIfNoEntry: false });
		if (status !== undefined) hash.update(`${name} ${fileStamp(status)}\n`);
	}
	return hash.digest("hex");
}

function drawingsIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder).filter((name) => name.endsWith(".svg"));
	} catch {
		// Most sites draw no icons of their own.
		return [];
	}
}
