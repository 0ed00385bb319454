import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type ListedFile, lookAt } from "./folder-walk.ts";

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
		const target = lookAt(join(folder, name));
		return target?.kind === "file" ? [{ ...target, file: `${ICONS_FOLDER}/${name}`, name }] : [];
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
