import { imageSize } from "image-size";
import { readRegularFile } from "./read-regular-file.ts";
import type { SiteFile } from "./site-file.ts";

/** In CSS pixels. */
export interface ImageSize {
	readonly width: number;
	readonly height: number;
}

/** Formats say their size near the start; what comes before it is rarely more than a thumbnail. */
const HEADER_BYTES = 512_000;

/** From here on, the marks of a camera say that the picture lies on its side. */
const FIRST_SIDEWAYS_ORIENTATION = 5;

/** Images by decoded path, with the sizes that are known from before. */
export interface KnownImages {
	readonly files: ReadonlyMap<string, SiteFile>;
	readonly imageSizes: ReadonlyMap<string, ImageSize>;
}

/**
 * Reads the sizes of images, so that browsers can keep their place free.
 *
 * @param paths Decoded paths among `files`.
 * @param known Of the revision before; an unchanged file is not read again.
 * @returns Without those that are no image, or a broken one.
 */
export function readImageSizes(
	paths: ReadonlySet<string>,
	files: ReadonlyMap<string, SiteFile>,
	known: KnownImages | undefined,
): Map<string, ImageSize> {
	const sizes = new Map<string, ImageSize>();
	for (const path of paths) {
		const file = files.get(path);
		if (file === undefined) continue;
		const size = isSameFile(file, known?.files.get(path))
			? known?.imageSizes.get(path)
			: readImageSize(file);
		if (size !== undefined) sizes.set(path, size);
	}
	return sizes;
}

function isSameFile(file: SiteFile, other: SiteFile | undefined): boolean {
	return (
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
