import { imageSize } from "image-size";
import type { SiteFile } from "../files/place-files.ts";
import { readRegularFile } from "../files/read-regular-file.ts";
import { IMAGE_WIDTHS } from "./image-address.ts";
import { HEADER_BYTES, imageDigest, MAX_PIXELS, MAX_SOURCE_BYTES } from "./image-source.ts";

/** Size of a displayed image, in CSS pixels. */
export interface ImageSize {
	readonly width: number;
	readonly height: number;
	/** `imageDigest()` of the file; absent if the image is not resized. */
	readonly digest?: string;
}

/** Marks in files of animations, by format; empty: no animations. Other formats are not resized. */
const MARKS_OF_MOTION: Readonly<Record<string, string | undefined>> = {
	...{ jpg: "", png: "acTL", webp: "ANIM", avif: "ftypavis" },
};

/** Exif orientations from this one on swap width and height. */
const FIRST_SIDEWAYS_ORIENTATION = 5;

/** Image sizes of the previous revision, by decoded path. */
export interface KnownImages {
	readonly placedFiles: ReadonlyMap<string, SiteFile>;
	/** `undefined` for a file that is not an image, or is a broken one. */
	readonly imageSizes: ReadonlyMap<string, ImageSize | undefined>;
}

/**
 * Reads the sizes of images, so that browsers can reserve their space. Each size is read once, when
 * it is needed.
 *
 * @param files By decoded path.
 * @param before Sizes of the previous revision; an unchanged file is not read again.
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
		// The package does not know the format: the browser detects the size itself.
		return undefined;
	}
}
