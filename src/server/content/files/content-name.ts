import type { ContentFolder } from "../../../platform/settings/site-file-settings.ts";

/** A page file's name below the address of its folder, and how numbers in it are read. */
export interface ContentName {
	readonly name: string;
	readonly numbers: ContentFolder["numbers"];
}

/** @param file Relative to the site folder. */
export function contentName(file: string, folders: readonly ContentFolder[]): ContentName {
	const known = folders.find(({ folder }) => folder === "" || file.startsWith(`${folder}/`));
	if (known === undefined) return { name: file, numbers: "dot" };
	const { folder, at, numbers } = known;
	const below = folder === "" ? file : file.slice(folder.length + 1);
	return { name: at === "" ? below : `${at}/${below}`, numbers };
}
