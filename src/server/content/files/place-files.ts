import { foldPath, pathOfFile } from "../page-path.ts";
import type { SiteFolderListing } from "./list-site-folder.ts";
import { mediaTypeOf } from "./media-type.ts";
import { sharedNowMs } from "./settling.ts";

/** A file, before it is decided whether it is served. */
export interface PlacedFile extends SiteFile {
	/** Relative to the pages folder, or to `public/`. */
	readonly name: string;
	/** Whether it lies in `public/`. */
	readonly isPublic: boolean;
}

export interface PlacedFiles {
	/** By decoded path. */
	readonly files: ReadonlyMap<string, PlacedFile>;
	/** How authors may write them, exact and folded → decoded path. */
	readonly spellings: ReadonlyMap<string, string>;
}

/** What placing gave before, and of which files. */
export interface PlacedBefore {
	readonly listing: SiteFolderListing;
	readonly placedFiles: PlacedFiles["files"];
	readonly fileSpellings: PlacedFiles["spellings"];
}

/**
 * Gives every file its path. One of `public/` wins: it was put there for its address.
 *
 * @returns The very same values as before while no file has changed.
 */
export function placeFiles(
	{ root, assets, publicFiles }: SiteFolderListing,
	before?: PlacedBefore,
): PlacedFiles {
	if (before !== undefined && isSameList(before.listing, { root, assets, publicFiles })) {
		return { files: before.placedFiles, spellings: before.fileSpellings };
	}
	const files = new Map<string, PlacedFile>();
	const spellings = new Map<string, string>();
	const publicNames = new Set(publicFiles);
	const seenMs = sharedNowMs();
	for (const listed of [...publicFiles, ...assets]) {
		const { name, realPath, size, modifiedMs } = listed;
		const path = pathOfFile(name);
		if (files.has(path)) continue;
		files.set(path, {
			absolutePath: realPath,
			realRoot: root,
			mediaType: mediaTypeOf(name),
			size,
			modifiedMs,
			seenMs,
			name,
			isPublic: publicNames.has(listed),
		});
		for (const spelling of [path, `/${name}`].flatMap((written) => [written, foldPath(written)])) {
			if (!spellings.has(spelling)) spellings.set(spelling, path);
		}
	}
	return { files, spellings };
}

type FileLists = Pick<SiteFolderListing, "root" | "assets" | "publicFiles">;

function isSameList(one: FileLists, other: FileLists): boolean {
	const hasSame = (list: "assets" | "publicFiles"): boolean =>
		one[list].length === other[list].length &&
		one[list].every(({ name, realPath, stamp }, index) => {
			const its = other[list][index];
			return name === its?.name && realPath === its.realPath && stamp === its.stamp;
		});
	return one.root === other.root && hasSame("assets") && hasSame("publicFiles");
}

/** A file that is served as it is. */
export interface SiteFile {
	readonly absolutePath: string;
	/** The real path of the site folder; checked again when the file is opened. */
	readonly realRoot: string;
	readonly mediaType: string;
	/** In bytes. */
	readonly size: number;
	/** Milliseconds since the Unix epoch. */
	readonly modifiedMs: number;
	/** When it was seen so, by the clock of all threads of this process. */
	readonly seenMs: number;
}
