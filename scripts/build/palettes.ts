import type { Plugin } from "esbuild";
import colors from "tailwindcss/colors";
import { contrast, type Rgb } from "../../src/shared/theme/color.ts";
import { DEFAULT_THEME, GRAY_COLORS, PRIMARY_COLORS } from "../../src/shared/theme/theme.ts";
import { hexOf, parseOklch } from "./oklch.ts";

/** A color for each color mode. */
export interface Pair {
	readonly light: Rgb;
	readonly dark: Rgb;
}

/** Pairs by custom property. */
export type Tokens = Readonly<Record<string, Pair>>;

type Shade = 50 | 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900 | 950;
type Scale = Readonly<Record<Shade, Rgb>>;

/** Minimum for text against its background. @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const TEXT_CONTRAST = 4.5;

/** Minimum for the edge of a control. @see https://www.w3.org/TR/WCAG22/#non-text-contrast */
export const EDGE_CONTRAST = 3;

const WHITE: Rgb = [255, 255, 255];

/** Color mode of every pair below when no script has set one; paper is light. */
const MODES = `html {
	color-scheme: light dark;
}
[data-color-mode-forced="light"] {
	color-scheme: light;
}
[data-color-mode-forced="dark"] {
	color-scheme: dark;
}
@media print {
	html {
		color-scheme: light !important;
	}
}`;

/** Hues with a meaning, which are therefore the same in every theme. */
const CALLOUTS = { note: "blue", tip: "emerald", warning: "amber", danger: "red" } as const;

/** Hues of chart series. The first is the primary color of the dashboard. */
const SERIES = ["orange", "sky", "emerald", "violet", "pink", "lime", "slate", "amber"] as const;

/** The dashboard's script sets a class for the selected mode. */
const DASHBOARD_MODES = `:root {
	color-scheme: light dark;
}
:root.light {
	color-scheme: light;
}
:root.dark {
	color-scheme: dark;
}
@media print {
	:root:root {
		color-scheme: light;
	}
}`;

const SYNTAX = {
	keyword: "violet",
	string: "emerald",
	number: "orange",
	title: "blue",
	tag: "rose",
} as const;

/** Returns the style sheet of palettes: the modes, then one rule for each name of each role. */
export function palettesCss(): string {
	return [
		MODES,
		rule(":root", meaningTokens()),
		...GRAY_COLORS.map((name) => rule(selectorOf("gray", name), grayTokens(name))),
		...PRIMARY_COLORS.map((name) => rule(selectorOf("primary", name), primaryTokens(name))),
		"",
	].join("\n");
}

/** Returns the palettes of the dashboard: its two names, and colors for the series of a chart. */
function dashboardPalettesCss(): string {
	return [
		DASHBOARD_MODES,
		rule(":root", {
			...meaningTokens(),
			...grayTokens("stone"),
			...primaryTokens("orange"),
			...seriesTokens(),
		}),
		"",
	].join("\n");
}

/** Returns colors for the series of a chart: different hues, visible on every background. */
export function seriesTokens(): Tokens {
	return Object.fromEntries(
		SERIES.map((name, index) => {
			const scale = scaleOf(name);
			const light = lightestFor(scale, lightBackgrounds(), EDGE_CONTRAST);
			return [`--color-series-${index + 1}`, { light, dark: scale[400] }] as const;
		}),
	);
}

/** Returns colors of backgrounds, lines and text. */
export function grayTokens(name: string): Tokens {
	const gray = scaleOf(name);
	return {
		"--color-background": { light: WHITE, dark: gray[950] },
		"--color-surface": { light: gray[50], dark: gray[900] },
		"--color-raised": { light: WHITE, dark: gray[900] },
		"--color-line": { light: gray[200], dark: gray[800] },
		"--color-line-strong": {
			light: lightestFor(gray, lightBackgrounds(), EDGE_CONTRAST),
			dark: darkestFor(gray, darkBackgrounds(), EDGE_CONTRAST),
		},
		"--color-text": { light: gray[700], dark: gray[300] },
		"--color-heading": { light: gray[900], dark: gray[50] },
		"--color-muted": {
			light: lightestFor(gray, [...lightBackgrounds(), ...primaryTints()], TEXT_CONTRAST),
			dark: gray[400],
		},
	};
}

/** Returns the color of links, icons, focus rings and buttons, readable on every background. */
export function primaryTokens(name: string): Tokens {
	const scale = scaleOf(name);
	const { light, dark } = accentOf(name, scale);
	return {
		"--color-primary": { light, dark },
		"--color-primary-hover": {
			light: darkerThan(scale, light),
			dark: scale[isGray(name) ? 100 : 300],
		},
		"--color-primary-soft": softOf(name, scale),
		"--color-primary-line": { light: scale[200], dark: scale[800] },
		"--color-on-primary": { light: WHITE, dark: scale[950] },
	};
}

/** A gray accent has more contrast than gray text; a colored accent differs by its hue. */
function accentOf(name: string, scale: Scale): Pair {
	if (isGray(name)) return { light: scale[800], dark: scale[200] };
	const grounds = [...lightBackgrounds(), scale[50]];
	return { light: lightestFor(scale, grounds, TEXT_CONTRAST), dark: scale[400] };
}

/** Background of current or marked items; a gray tint must differ from the gray background. */
function softOf(name: string, scale: Scale): Pair {
	if (isGray(name)) return { light: scale[100], dark: scale[800] };
	return { light: scale[50], dark: tintOf(scale) };
}

function isGray(name: string): boolean {
	return GRAY_COLORS.some((gray) => gray === name);
}

/** Returns colors of callouts and code. */
export function meaningTokens(): Tokens {
	return Object.fromEntries([
		...Object.entries(CALLOUTS).flatMap(([meaning, name]) => calloutTokens(meaning, name)),
		...Object.entries(SYNTAX).map(([part, name]) => [`--code-${part}`, codePair(name)] as const),
	]);
}

function calloutTokens(meaning: string, name: string): [string, Pair][] {
	const scale = scaleOf(name);
	const light = lightestFor(scale, [...lightBackgrounds(), scale[50]], TEXT_CONTRAST);
	return [
		[`--color-${meaning}`, { light, dark: scale[300] }],
		[`--color-${meaning}-soft`, { light: scale[50], dark: tintOf(scale) }],
		[`--color-${meaning}-line`, { light: scale[200], dark: scale[900] }],
	];
}

function codePair(name: string): Pair {
	const scale = scaleOf(name);
	return { light: lightestFor(scale, lightBackgrounds(), TEXT_CONTRAST), dark: scale[300] };
}

/** Text may be on the background or a surface of any gray, since users select the two names separately. */
function lightBackgrounds(): Rgb[] {
	return [WHITE, ...GRAY_COLORS.map((name) => scaleOf(name)[50])];
}

/** Backgrounds of hovered, current and marked items. */
function primaryTints(): Rgb[] {
	return PRIMARY_COLORS.map((name) => softOf(name, scaleOf(name)).light);
}

function darkBackgrounds(): Rgb[] {
	return GRAY_COLORS.flatMap((name) => [scaleOf(name)[950], scaleOf(name)[900]]);
}

/** Mixes Tailwind's darkest shade with black: behind text, the hue must be weak. */
function tintOf(scale: Scale): Rgb {
	const black = scaleOf("neutral")[950];
	const [red = 0, green = 0, blue = 0] = scale[950].map((channel, index) =>
		Math.round(channel * 0.6 + (black[index] ?? 0) * 0.4),
	);
	return [red, green, blue];
}

/** Returns the most colorful shade that is still readable. */
function lightestFor(scale: Scale, backgrounds: readonly Rgb[], minimum: number): Rgb {
	const shades = [scale[400], scale[500], scale[600], scale[700], scale[800]];
	return shades.find((shade) => meets(shade, backgrounds, minimum)) ?? scale[900];
}

function darkestFor(scale: Scale, backgrounds: readonly Rgb[], minimum: number): Rgb {
	const shades = [scale[700], scale[600], scale[500]];
	return shades.find((shade) => meets(shade, backgrounds, minimum)) ?? scale[400];
}

function meets(color: Rgb, backgrounds: readonly Rgb[], minimum: number): boolean {
	return backgrounds.every((background) => contrast(color, background) >= minimum);
}

function darkerThan(scale: Scale, color: Rgb): Rgb {
	const shades = [scale[600], scale[700], scale[800], scale[900], scale[950]];
	return shades[shades.findIndex((shade) => hexOf(shade) === hexOf(color)) + 1] ?? scale[950];
}

function scaleOf(name: string): Scale {
	const scales: Readonly<Record<string, unknown>> = colors;
	const scale = scales[name === "cool" ? "gray" : name];
	if (typeof scale !== "object" || scale === null)
		throw new RangeError(`Tailwind has no scale "${name}"`);
	const shades = Object.entries(scale).map(([shade, text]) => [shade, parseOklch(String(text))]);
	// Every Tailwind scale has the eleven shades. The test of all palettes would fail on a gap.
	return Object.fromEntries(shades) as Scale;
}

/** The default has a selector with less specificity than a name, so the order in the file is irrelevant. */
function selectorOf(role: "primary" | "gray", name: string): string {
	const selector = `[data-${role}="${name}"]`;
	return DEFAULT_THEME[role] === name ? `html,\n${selector}` : selector;
}

function rule(selector: string, tokens: Tokens): string {
	const declarations = Object.entries(tokens).map(
		([property, { light, dark }]) => `\t${property}: light-dark(${hexOf(light)}, ${hexOf(dark)});`,
	);
	return [`${selector} {`, ...declarations, "}"].join("\n");
}

/** Generates both files `palettes.css` while the browser's code is bundled. */
export const palettes: Plugin = {
	name: "palettes",
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /\/palettes\.css$/ }, ({ importer }) => ({
			path: importer.includes("dashboard") ? "dashboard-palettes.css" : "palettes.css",
			namespace: "palettes",
		}));
		onLoad({ filter: /./, namespace: "palettes" }, ({ path }) => ({
			contents:
				path === "palettes.css"
					? `@layer loggia.base {\n${palettesCss()}\n}`
					: dashboardPalettesCss(),
			loader: "css",
		}));
	},
};
