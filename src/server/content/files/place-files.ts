import { imageSize } from "image-size";
import { foldPath } from "../../../shared/routing/route-pattern.ts";
import { pathOfFile } from "../page-path.ts";
import type { SiteFolderListing } from "./list-site-folder.ts";
import { readRegularFile } from "./read-regular-file.ts";
import { sharedNowMs } from "./settling.ts";

/** A file, before it is decided whether it is served. */
export interface PlacedFile extends SiteFile {
	/** Relative to the pages folder, or to `public/`. */
	readonly name: string;
	/** Whether it lies in `public/`. */
	readonly isPublic: boolean;
}

interface PlacedFiles {
	/** By decoded path. */
	readonly files: ReadonlyMap<string, PlacedFile>;
	/** How authors may write them, exact and folded → decoded path. */
	readonly spellings: ReadonlyMap<string, string>;
}

/** What placing gave before, and of which files. */
interface PlacedBefore {
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

/** Of what people put beside Markdown; anything else is offered as a download. */
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

/** In CSS pixels. */
interface ImageSize {
	readonly width: number;
	readonly height: number;
}

/** Formats say their size near the start; what comes before it is rarely more than a thumbnail. */
const HEADER_BYTES = 512_000;

/** From here on, the marks of a camera say that the picture lies on its side. */
const FIRST_SIDEWAYS_ORIENTATION = 5;

/** What is known from before, by decoded path. */
export interface KnownImages {
	readonly placedFiles: ReadonlyMap<string, SiteFile>;
	/** Absent for what is no image, or a broken one. */
	readonly imageSizes: ReadonlyMap<string, ImageSize | undefined>;
}

/**
 * Knows the sizes of images, so that browsers can keep their place free. Each is read when it is
 * first asked for.
 *
 * @param files By decoded path.
 * @param before Of the revision before; an unchanged file is not read again.
 */
export class ImageSizeReader {
	readonly sizes = new Map<string, ImageSize | undefined>();
	readonly #files: ReadonlyMap<string, SiteFile>;

	constructor(files: ReadonlyMap<string, SiteFile>, before: KnownImages | undefined) {
		this.#files = files;
		for (const [path, size] of before?.imageSizes ?? []) {
			const file = files.get(path);
			if (isSameFile(file, before?.placedFiles.get(path))) this.sizes.set(path, size);
		}
	}

	get(path: string): ImageSize | undefined {
		if (this.sizes.has(path)) return this.sizes.get(path);
		const file = this.#files.get(path);
		const size = file && readImageSize(file);
		this.sizes.set(path, size);
		return size;
	}
}

function isSameFile(file: SiteFile | undefined, other: SiteFile | undefined): boolean {
	return (
		file !== undefined &&
		file.absolutePath === other?.absolutePath &&
		file.size === other.size &&
		file.modifiedMs === other.modifiedMs
	);
}

function readImageSize({ absolutePath }: SiteFile): ImageSize | undefined {
	const reading = readRegularFile(absolutePath, {
		maxBytes: HEADER_BYTES,
		whenLarger: "cut",
	});
	if (reading.kind !== "read") return undefined;
	try {
		const { width, height, orientation } = imageSize(reading.bytes);
		if (!Number.isInteger(width) || !Number.isInteger(height)) return undefined;
		const isSideways = (orientation ?? 1) >= FIRST_SIDEWAYS_ORIENTATION;
		return isSideways ? { width: height, height: width } : { width, height };
	} catch {
		// Not a format that the package knows: the browser finds out by itself.
		return undefined;
	}
}
