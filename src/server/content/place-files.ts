import type { SiteFolderListing } from "./list-site-folder.ts";
import { mediaTypeOf } from "./media-type.ts";
import { foldPath, pathOfFile } from "./page-path.ts";
import type { SiteFile } from "./site-file.ts";

export interface PlacedFiles {
	/** By decoded path. */
	readonly files: ReadonlyMap<string, SiteFile>;
	/** How authors may write them, exact and folded → decoded path. */
	readonly spellings: ReadonlyMap<string, string>;
}

/** Gives every file its path. One of `public/` wins: it was put there for its address. */
export function placeFiles({ root, assets, publicFiles }: SiteFolderListing): PlacedFiles {
	const files = new Map<string, SiteFile>();
	const spellings = new Map<string, string>();
	for (const { name, realPath, size, modifiedMs } of [...publicFiles, ...assets]) {
		const path = pathOfFile(name);
		if (files.has(path)) continue;
		const mediaType = mediaTypeOf(name);
		files.set(path, { absolutePath: realPath, realRoot: root, mediaType, size, modifiedMs });
		for (const spelling of [path, `/${name}`].flatMap((written) => [written, foldPath(written)])) {
			if (!spellings.has(spelling)) spellings.set(spelling, path);
		}
	}
	return { files, spellings };
}
