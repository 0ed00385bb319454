import { urlPath } from "../../../shared/routing/routes.ts";

/** Path prefix of the smaller sizes of images. */
export const IMAGES_PREFIX = "/_loggia/images";

/** In pixels. No other width is generated, so that requests cannot ask for thousands of widths. */
export const IMAGE_WIDTHS = [384, 768, 1024, 1536, 1920] as const;

/** Formats, smallest files first: browsers use the first format that they support. */
export const IMAGE_FORMATS = ["avif", "webp"] as const;

/** A generated size of an image. */
export interface ImageVariant {
	/** Decoded path of the source file. */
	readonly path: string;
	/** `imageDigest()` of the source file. */
	readonly digest: string;
	readonly width: number;
	readonly format: (typeof IMAGE_FORMATS)[number];
}

/** The URL path of a size. It ends with a file name, because an exported site consists of files. */
export function imageAddress(basePath: string, variant: ImageVariant): string {
	return urlPath(basePath, `${IMAGES_PREFIX}${variant.path}/${variantName(variant)}`);
}

/** The last segment of the address. */
export function variantName({ digest, width, format }: Omit<ImageVariant, "path">): string {
	return `${digest}-${width}.${format}`;
}

/** @param path Decoded, without base path. @returns `undefined` for an address that no page uses. */
export function readImageAddress(path = ""): ImageVariant | undefined {
	const [, file = "", digest = "", width, extension] = ADDRESS.exec(path) ?? [];
	const format = IMAGE_FORMATS.find((known) => known === extension);
	const known = IMAGE_WIDTHS.find((one) => String(one) === width);
	return format && known && { path: file, digest, width: known, format };
}

const ADDRESS = /^\/_loggia\/images(\/.+)\/([\w-]{16})-(\d+)\.(\w+)$/;
