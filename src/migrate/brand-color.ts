import { rgbOf, TEXT_CONTRAST } from "../server/content/look-of-site.ts";
import { contrast, type Rgb } from "../shared/theme/color.ts";
import type { AdoptedSettings } from "./adoption.ts";
import type { SourceFolder } from "./source/source-folder.ts";

/** Location of a theme's accent color in its style sheets. */
export interface BrandSources {
	readonly files: readonly string[];
	/** The custom property, such as `--ifm-color-primary`. */
	readonly property: string;
	/** Matches the selectors of the theme's second color mode. */
	readonly otherMode: { readonly name: "light" | "dark"; readonly selector: RegExp };
}

/** Backgrounds for the contrast of text, close to the palettes. */
const GROUND = { light: [255, 255, 255], dark: [12, 10, 9] } as const satisfies Record<string, Rgb>;

/**
 * Finds the accent color of a theme in style sheets, which are read as text.
 *
 * @returns The colors of both modes if they are readable in both, else the nearest palette; `undefined`
 * if the style sheets name no color.
 */
export function brandColor(
	folder: SourceFolder,
	sources: BrandSources,
): AdoptedSettings["primary"] {
	const values = sources.files.flatMap((file) => declarationsOf(folder.read(file) ?? "", sources));
	const { name: other, selector } = sources.otherMode;
	const first = values.find((one) => !selector.test(one.selector))?.value;
	const second = values.find((one) => selector.test(one.selector))?.value ?? first;
	if (first === undefined || second === undefined) return undefined;
	const pair = other === "dark" ? { light: first, dark: second } : { light: second, dark: first };
	const isReadable = (["light", "dark"] as const).every(
		(mode) => contrast(rgbOf(pair[mode]), GROUND[mode]) >= TEXT_CONTRAST,
	);
	return isReadable ? pair : paletteOf(rgbOf(pair.light));
}

function declarationsOf(
	css: string,
	{ property }: BrandSources,
): readonly { readonly selector: string; readonly value: string }[] {
	const rules = css.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{};]+)\{([^{}]*)\}/g);
	return Array.from(rules).flatMap(([, selector = "", body = ""]) => {
		const declared = body.split(";").map((line) => line.split(":").map((part) => part.trim()));
		const value = declared.find(([name]) => name === property)?.[1];
		return value !== undefined && HEX_COLOR.test(value) ? [{ selector, value }] : [];
	});
}

const HEX_COLOR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

/** Lowest hue of each palette, in degrees. */
const HUES: readonly (readonly [from: number, name: string])[] = [
	[345, "rose"],
	[310, "pink"],
	[285, "fuchsia"],
	[265, "purple"],
	[250, "violet"],
	[230, "indigo"],
	[208, "blue"],
	[194, "sky"],
	[181, "cyan"],
	[168, "teal"],
	[150, "emerald"],
	[100, "green"],
	[70, "lime"],
	[48, "yellow"],
	[33, "amber"],
	[15, "orange"],
	[0, "red"],
];

/** @returns `undefined` for a gray. */
function paletteOf([red, green, blue]: Rgb): string | undefined {
	const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
	const range = most - least;
	if (range < 24) return undefined;
	const sector =
		most === red
			? (green - blue) / range
			: most === green
				? 2 + (blue - red) / range
				: 4 + (red - green) / range;
	const hue = (sector * 60 + 360) % 360;
	return HUES.find(([from]) => hue >= from)?.[1];
}
