import { contrast, type Rgb } from "../../../shared/appearance/color.ts";
import type { BrokenRule } from "../public-config-of-site.ts";

/** As `site.yaml` has it, in hexadecimal digits. */
export interface ColorPair {
	readonly light: string;
	readonly dark: string;
}

/** @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const TEXT_CONTRAST = 4.5;

const WHITE = "#ffffff";
const BLACK = "#0a0a0a";

/** Of the palettes, nearly: what text stands on where the operator says nothing else. */
const GROUND: ColorPair = { light: WHITE, dark: "#0c0a09" };

const TEXTS: ReadonlySet<string> = new Set(["text", "heading", "muted"]);

export interface OwnColors {
	readonly primary?: ColorPair | undefined;
	/** By role. */
	readonly others: Readonly<Partial<Record<string, ColorPair>>>;
}

/** Declarations of custom properties for the operator's colors. */
export function colorDeclarations({ primary, others }: OwnColors): readonly string[] {
	return [
		...Object.entries(others).flatMap(([role, pair]) =>
			pair === undefined ? [] : [`--color-${role}: ${lightDark(pair)}`],
		),
		...(primary === undefined ? [] : primaryDeclarations(primary)),
	];
}

function primaryDeclarations(primary: ColorPair): readonly string[] {
	const mixed = (share: number, other: string): string =>
		`color-mix(in oklab, var(--color-primary) ${share}%, ${other})`;
	return [
		`--color-primary: ${lightDark(primary)}`,
		`--color-primary-hover: ${mixed(82, "var(--color-heading)")}`,
		`--color-primary-soft: ${mixed(9, "var(--color-background)")}`,
		`--color-primary-line: ${mixed(32, "var(--color-background)")}`,
		`--color-on-primary: ${lightDark({ light: inkOn(primary.light), dark: inkOn(primary.dark) })}`,
	];
}

/** What cannot be read well, as rules that go on after the name of a setting. */
export function contrastProblems({ primary, others }: OwnColors): readonly BrokenRule[] {
	const ground = others["background"] ?? GROUND;
	const checked = [
		...(primary === undefined ? [] : [["primary", primary] as const]),
		...Object.entries(others).flatMap(([role, pair]) =>
			TEXTS.has(role) && pair !== undefined ? [[role, pair] as const] : [],
		),
	];
	return checked.flatMap(([role, pair]) =>
		(["light", "dark"] as const).flatMap((mode) => {
			const reached = contrast(rgbOf(pair[mode]), rgbOf(ground[mode]));
			if (reached >= TEXT_CONTRAST) return [];
			return [
				{
					path: role === "primary" ? ["theme", role] : ["theme", "colors", role],
					rule: `must have a contrast of ${TEXT_CONTRAST} to the background in ${mode} mode: that of ${pair[mode]} is ${reached.toFixed(2)}`,
				},
			];
		}),
	);
}

function inkOn(color: string): string {
	const ground = rgbOf(color);
	return contrast(rgbOf(WHITE), ground) >= contrast(rgbOf(BLACK), ground) ? WHITE : BLACK;
}

function lightDark({ light, dark }: ColorPair): string {
	return `light-dark(${light}, ${dark})`;
}

export function rgbOf(hex: string): Rgb {
	const digits = hex.length === 4 ? hex.replace(/[\da-f]/gi, "$&$&") : hex;
	const value = Number.parseInt(digits.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}
