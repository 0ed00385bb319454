import { escapeAttribute } from "../../../shared/document/html.ts";
import type { BodyReference } from "../markdown/body-notes.ts";
import { IMAGE_FORMATS, IMAGE_WIDTHS, imageAddress } from "./image-address.ts";
import type { ImageSize } from "./image-size.ts";

/** An image in a body, with its known properties. */
export interface PictureSource {
	readonly reference: Pick<
		BodyReference,
		"attributes" | "width" | "height" | "hasOwnSources" | "line"
	>;
	readonly url: string;
	/** Absent if the size is unknown. */
	readonly size?: ImageSize | undefined;
	/** Decoded; absent: only the file itself is offered. */
	readonly path?: string | undefined;
	readonly basePath: string;
	/** Whether it is the first image of its body; and the first that `isLarge()`. */
	readonly isFirst: boolean;
	readonly isFirstLarge: boolean;
}

/** Width of an article column, in CSS pixels. */
const COLUMN = 736;

/** Minimum width in CSS pixels of an image that is a large part of the first screen. */
const LARGE = 480;

/** Content after this line of a file is not on the first screen. */
const FIRST_SCREEN_LINES = 50;

/** Whether an image may be the largest thing on the first screen. */
export function isLarge(
	{ width = "", height, line }: PictureSource["reference"],
	size: ImageSize | undefined,
): boolean {
	const own = Number.parseInt(width, 10) || (height === undefined ? size?.width : 0) || 0;
	return line <= FIRST_SCREEN_LINES && own >= LARGE;
}

/** Writes an image with its size, and with smaller sizes that browsers can load instead. */
export function renderPicture(source: PictureSource): string {
	const { reference, url, isFirst, isFirstLarge, size } = source;
	const { attributes = "", hasOwnSources = false } = reference;
	const isEager = isFirst || isFirstLarge;
	const timing =
		(isEager || attributes.includes(" loading=") ? "" : ' loading="lazy"') +
		(isFirstLarge ? ' fetchpriority="high"' : "") +
		(attributes.includes(" decoding=") ? "" : ' decoding="async"');
	const image = `<img src="${escapeAttribute(url)}"${attributes}${roomOf(reference, size)}${timing}>`;
	const sources = hasOwnSources ? "" : sourcesOf(source);
	return sources === "" ? image : `<picture>${sources}${image}</picture>`;
}

/** Attributes with which browsers reserve the space, so that nothing moves when the image loads. */
function roomOf(own: PictureSource["reference"], size: ImageSize | undefined): string {
	let { width, height } = own;
	if (size !== undefined) {
		const isPixels = [width, height].every(
			(length) => length === undefined || /^\d+$/.test(length),
		);
		const scale = Number(width ?? 0) / size.width || Number(height ?? 0) / size.height || 1;
		width ??= isPixels ? String(Math.round(size.width * scale)) : undefined;
		height ??= isPixels ? String(Math.round(size.height * scale)) : undefined;
	}
	const attribute = (name: string, value: string | undefined): string =>
		value === undefined ? "" : ` ${name}="${escapeAttribute(value)}"`;
	return attribute("width", width) + attribute("height", height);
}

function sourcesOf({ size, path, basePath, reference }: PictureSource): string {
	if (size?.digest === undefined || path === undefined) return "";
	const { width, digest } = size;
	const own = /^\d+$/.test(reference.width ?? "") ? Number(reference.width) : COLUMN;
	const sizes = `min(100vw - 2rem, ${Math.min(own, width, COLUMN)}px)`;
	// The last width contains the image at full size, unless the image exceeds all widths.
	const widths = IMAGE_WIDTHS.filter((_, index) => width > (IMAGE_WIDTHS[index - 1] ?? 0));
	return IMAGE_FORMATS.map((format) => {
		const candidates = widths.map((one) => {
			const address = imageAddress(basePath, { path, digest, width: one, format });
			return `${address} ${Math.min(one, width)}w`;
		});
		return `<source type="image/${format}" srcset="${escapeAttribute(candidates.join(", "))}" sizes="${sizes}">`;
	}).join("");
}
