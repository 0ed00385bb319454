import { imageSize } from "image-size";
import type { SiteFile } from "../files/place-files.ts";
import { readRegularFile } from "../files/read-regular-file.ts";
import { IMAGE_WIDTHS } from "./image-address.ts";
import { HEADER_BYTES, imageDigest, MAX_PIXELS, MAX_SOURCE_BYTES } from "./image-source.ts";

/** In CSS pixels. */
export interface ImageSize {
	readonly width: number;
	readonly height: number;
	/** By `imageDigest()`; absent where no smaller size is made. */
	readonly digest?: string;
}

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
