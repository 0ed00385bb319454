import type { ContentFolder } from "../../../platform/settings/site-file-settings.ts";

/** A page file's name below the address of its folder, and how numbers in it are read. */
export interface ContentName {
	readonly name: string;
	readonly numbers: ContentFolder["numbers"];
	/** How many segments the address of the folder has: they are no names of files. */
	readonly depth: number;
}

/** @param file Relative to the site folder. */
export function contentName(file: string, folders: readonly ContentFolder[]): ContentName {
	const known = folders.find(({ folder }) => folder === "" || file.startsWith(`${folder}/`));
	if (known === undefined) return { name: file, numbers: "dot", depth: 0 };
	const { folder, at, numbers } = known;
	const below = folder === "" ? file : file.slice(folder.length + 1);
	return {
		name: at === "" ? below : `${at}/${below}`,
		numbers,
		depth: at === "" ? 0 : at.split("/").length,
	};
}
