import { imageSize } from "image-size";
import type { SiteFile } from "./place-files.ts";
import { readRegularFile } from "./read-regular-file.ts";

/** In CSS pixels. */
export interface ImageSize {
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
