import { foldPath } from "../../../shared/routing/route-pattern.ts";
import { pathOfFile } from "../page-path.ts";
import type { SiteFolderListing } from "./list-site-folder.ts";
import { sharedNowMs } from "./stability-tracker.ts";

/** A file of the site, whether it is served or not. */
export interface PlacedFile extends SiteFile {
	/** Relative to the pages folder, or to `public/`. */
	readonly name: string;
	/** Whether it is in `public/`. */
	readonly isPublic: boolean;
}

interface PlacedFiles {
	/** Files by decoded path. */
	readonly placedFiles: ReadonlyMap<string, PlacedFile>;
	/** Spellings in links, exact and folded → decoded path. */
	readonly fileSpellings: ReadonlyMap<string, string>;
}

/**
 * Assigns a path to every file. A file of `public/` wins, because it is there for its address.
 *
 * @returns The same objects as before while no file has changed.
 */
export function placeFiles(
	{ root, assets, publicFiles }: SiteFolderListing,
	before?: PlacedFiles & { readonly listing: SiteFolderListing },
): PlacedFiles {
	if (before !== undefined && isSameList(before.listing, { root, assets, publicFiles })) {
		return { placedFiles: before.placedFiles, fileSpellings: before.fileSpellings };
	}
	const placedFiles = new Map<string, PlacedFile>();
	const fileSpellings = new Map<string, string>();
	const publicNames = new Set(publicFiles);
	const seenMs = sharedNowMs();
	for (const listed of [...publicFiles, ...assets]) {
		const { name, realPath, size, modifiedMs } = listed;
		const path = pathOfFile(name);
		if (placedFiles.has(path)) continue;
		placedFiles.set(path, {
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
			if (!fileSpellings.has(spelling)) fileSpellings.set(spelling, path);
		}
	}
	return { placedFiles, fileSpellings };
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

/** A file that is served unchanged. */
export interface SiteFile {
	readonly absolutePath: string;
	/** The real path of the site folder; checked again when the file is opened. */
	readonly realRoot: string;
	readonly mediaType: string;
	/** In bytes. */
	readonly size: number;
	/** Milliseconds since the Unix epoch. */
	readonly modifiedMs: number;
	/** `sharedNowMs()` at the last change of the list of files. */
	readonly seenMs: number;
}

/** Media types of common files beside Markdown; browsers download any other file. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
	avif: "image/avif",
	bmp: "image/bmp",
	css: "text/css; charset=utf-8",
	csv: "text/csv; charset=utf-8",
	gif: "image/gif",
	gz: "application/gzip",
	heic: "image/heic",
	htm: "text/html; charset=utf-8",
	html: "text/html; charset=utf-8",
	ico: "image/x-icon",
	jpeg: "image/jpeg",
	jpg: "image/jpeg",
	js: "text/javascript; charset=utf-8",
	json: "application/json; charset=utf-8",
	m4a: "audio/mp4",
	md: "text/markdown; charset=utf-8",
	mjs: "text/javascript; charset=utf-8",
	mov: "video/quicktime",
	mp3: "audio/mpeg",
	mp4: "video/mp4",
	oga: "audio/ogg",
	ogg: "audio/ogg",
	ogv: "video/ogg",
	otf: "font/otf",
	pdf: "application/pdf",
	png: "image/png",
	rss: "application/rss+xml; charset=utf-8",
	svg: "image/svg+xml",
	ttf: "font/ttf",
	txt: "text/plain; charset=utf-8",
	wasm: "application/wasm",
	wav: "audio/wav",
	webm: "video/webm",
	webmanifest: "application/manifest+json; charset=utf-8",
	webp: "image/webp",
	woff2: "font/woff2",
	woff: "font/woff",
	xml: "application/xml; charset=utf-8",
	yaml: "application/yaml; charset=utf-8",
	yml: "application/yaml; charset=utf-8",
	zip: "application/zip",
};

/** The media type of a file, by the extension of its name. */
export function mediaTypeOf(name: string): string {
	const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
	return Object.hasOwn(MEDIA_TYPES, extension)
		? (MEDIA_TYPES[extension] ?? "")
		: "application/octet-stream";
}
