import { hash } from "node:crypto";
import { imageSize } from "image-size";
import type { SiteFile } from "../files/place-files.ts";
import { readRegularFile } from "../files/read-regular-file.ts";
import { IMAGE_WIDTHS } from "./image-address.ts";

/** In CSS pixels. */
export interface ImageSize {
	readonly width: number;
	readonly height: number;
	/** By `imageDigest()`; absent where no smaller size is made. */
	readonly digest?: string;
}

/** Formats say their size near the start; what comes before it is rarely more than a thumbnail. */
export const HEADER_BYTES = 512_000;

/** Smaller sizes are made of no larger file: it is read as a whole. */
export const MAX_SOURCE_BYTES = 32 * 1024 * 1024;

/** Of an image, once it is decoded: 50 megapixels are 150 to 200 MB. */
export const MAX_PIXELS = 50_000_000;

/** What the files of animations hold, by format; empty for a format without any. Others are sent as they are. */
const MARKS_OF_MOTION: Readonly<Record<string, string | undefined>> = {
	...{ jpg: "", png: "acTL", webp: "ANIM", avif: "ftypavis" },
};

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

function readImageSize({ absolutePath, size }: SiteFile): ImageSize | undefined {
	const reading = readRegularFile(absolutePath, {
		maxBytes: HEADER_BYTES,
		whenLarger: "cut",
	});
	if (reading.kind !== "read") return undefined;
	const { bytes } = reading;
	try {
		const { width, height, orientation, type = "" } = imageSize(bytes);
		if (!Number.isInteger(width) || !Number.isInteger(height)) return undefined;
		const isSideways = (orientation ?? 1) >= FIRST_SIDEWAYS_ORIENTATION;
		const shown = isSideways ? { width: height, height: width } : { width, height };
		const motion = MARKS_OF_MOTION[type];
		const isTooLarge = size > MAX_SOURCE_BYTES || width * height > MAX_PIXELS;
		if (motion === undefined || isTooLarge || shown.width <= IMAGE_WIDTHS[0]) return shown;
		if (motion !== "" && bytes.includes(motion)) return shown;
		return { ...shown, digest: imageDigest(bytes, size) };
	} catch {
		// Not a format that the package knows: the browser finds out by itself.
		return undefined;
	}
}

/**
 * Names the content of an image. Large photographs are not read to their end for it: those that differ
 * have another start or another size, since they are compressed.
 *
 * @param start The first `HEADER_BYTES` of the file, or all of it.
 * @param size Of the whole file, in bytes.
 */
export function imageDigest(start: Uint8Array, size: number): string {
	return hash("sha256", Buffer.concat([Buffer.from(`${size}\n`), start]), "base64url").slice(0, 16);
}
