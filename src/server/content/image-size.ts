import { imageSize } from "image-size";
import { readRegularFile } from "./read-regular-file.ts";
import type { SiteFile } from "./site-file.ts";

/** In CSS pixels. */
export interface ImageSize {
	readonly width: number;
	readonly height: number;
}

/** A larger image is shown without a size: reading it would delay the whole site. */
const MAX_BYTES = 20_000_000;

/** @returns `undefined` for what is no image, or a broken one. */
export async function readImageSize({ absolutePath }: SiteFile): Promise<ImageSize | undefined> {
	const reading = await readRegularFile(absolutePath, MAX_BYTES);
	if (reading.kind !== "read") return undefined;
	try {
		const { width, height, orientation } = imageSize(reading.bytes);
		// Cameras turn pictures by a mark instead of turning their rows.
		return (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height };
	} catch {
		// Not a format that the package knows: the browser finds out by itself.
		return undefined;
	}
}
