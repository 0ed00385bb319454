import { escapeAttribute } from "../../../shared/document/html.ts";
import type { BodyReference } from "../markdown/body-notes.ts";
import { IMAGE_FORMATS, IMAGE_WIDTHS, imageAddress } from "./image-address.ts";
import type { ImageSize } from "./image-size.ts";

/** An image in a body, as far as it is known. */
export interface PictureSource {
	readonly reference: Pick<
		BodyReference,
		"attributes" | "width" | "height" | "hasOwnSources" | "line"
	>;
	readonly url: string;
	/** Absent where the size is not known. */
	readonly size?: ImageSize | undefined;
	/** Decoded; absent: only the file itself is offered. */
	readonly path?: string | undefined;
	readonly basePath: string;
	/** Whether it is the first one of its body; and the first one that is no badge. */
	readonly isFirst: boolean;
	readonly isFirstLarge: boolean;
}

/** Of the column of an article, in CSS pixels. */
const COLUMN = 736;

/** A smaller image is no large part of the first screen. */
const LARGE = 480;

/** What stands further down in a file is not on the first screen. */
const FIRST_SCREEN_LINES = 50;

/** Whether an image may be the largest thing on the first screen. */
export function isLarge(
	{ width = "", height, line }: PictureSource["reference"],
	size: ImageSize | undefined,
): boolean {
	const own = Number.parseInt(width, 10) || (height === undefined ? size?.width : 0) || 0;
	return line <= FIRST_SCREEN_LINES && own >= LARGE;
}

/** Writes an image with its size, and with the smaller sizes that browsers can take in its place. */
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

/** The browser keeps the place free, so that nothing jumps when the image arrives. */
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
	// The last one is the image itself, in another format.
	const widths = IMAGE_WIDTHS.filter((_, index) => width > (IMAGE_WIDTHS[index - 1] ?? 0));
	return IMAGE_FORMATS.map((format) => {
		const candidates = widths.map((one) => {
			const address = imageAddress(basePath, { path, digest, width: one, format });
			return `${address} ${Math.min(one, width)}w`;
		});
		return `<source type="image/${format}" srcset="${escapeAttribute(candidates.join(", "))}" sizes="${sizes}">`;
	}).join("");
}
