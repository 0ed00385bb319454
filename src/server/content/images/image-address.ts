import { urlPath } from "../../../shared/routing/routes.ts";

/** Below it are the smaller sizes of images. */
export const IMAGES_PREFIX = "/_loggia/images";

/** In pixels. No other width is ever made, so that no flood of requests can ask for thousands. */
export const IMAGE_WIDTHS = [384, 768, 1024, 1536, 1920] as const;

/** The smallest first: browsers take the first one that they know. */
export const IMAGE_FORMATS = ["avif", "webp"] as const;

/** One size of an image. */
export interface ImageVariant {
	/** Decoded path of the file that it is made from. */
	readonly path: string;
	/** Of that file, by `imageDigest()`. */
	readonly digest: string;
	readonly width: number;
	readonly format: (typeof IMAGE_FORMATS)[number];
}

/** The URL path of a size. It ends like the name of a file, since an exported site is files. */
export function imageAddress(basePath: string, variant: ImageVariant): string {
	return urlPath(basePath, `${IMAGES_PREFIX}${variant.path}/${variantName(variant)}`);
}

/** The last part of its address. */
export function variantName({ digest, width, format }: Omit<ImageVariant, "path">): string {
	return `${digest}-${width}.${format}`;
}

/** @param path Decoded, without base path. @returns `undefined` for what no page can ask for. */
export function readImageAddress(path = ""): ImageVariant | undefined {
	const [, file = "", digest = "", width, extension] = ADDRESS.exec(path) ?? [];
	const format = IMAGE_FORMATS.find((known) => known === extension);
	const known = IMAGE_WIDTHS.find((one) => String(one) === width);
	return format && known && { path: file, digest, width: known, format };
}

const ADDRESS = /^\/_loggia\/images(\/.+)\/([\w-]{16})-(\d+)\.(\w+)$/;
