import { hash } from "node:crypto";
import type { SiteSettings } from "../../platform/settings/site-file-settings.ts";
import type { FrameLook, HeaderLink, LookLink, SiteLook } from "../../shared/page/site-look.ts";
import { encodePath, urlPath } from "../../shared/routing/routes.ts";
import { contrast, type Rgb } from "../../shared/theme/color.ts";
import { frameWords } from "../i18n/frame-words.ts";
import type { BrokenRule } from "./public-config-of-site.ts";

/** Appearance of the site, apart from the pages: document head, page frame, style sheet and files. */
export interface LookConfig {
	readonly look: SiteLook;
	/** Also sent to browsers. */
	readonly frame: FrameLook;
	readonly sheet: SiteSheet | undefined;
	/** Files that must be served, by decoded path, and the settings that name them. */
	readonly files: readonly { readonly key: string; readonly path: string }[];
}

/** @param styles The text of the operator's own style sheet. */
export function lookOfSite(
	settings: SiteSettings,
	basePath: string,
	styles: string | undefined,
): LookConfig {
	const { logo, header, footer, banner, favicon, head, fonts, locale, words } = settings;
	const sheet = siteSheet(settings, basePath, styles);
	const at = (path: string): string => urlPath(basePath, path);
	const linkUrl = (url: string): string => (url.startsWith("/") ? basePath + url : url);
	const link = (given: LookLink): LookLink => ({ ...given, url: linkUrl(given.url) });
	return {
		look: {
			icon: favicon && at(favicon),
			head: head.map((tag) =>
				"meta" in tag
					? { name: "meta", attributes: tag.meta }
					: { name: "link", attributes: { ...tag.link, href: linkUrl(tag.link.href) } },
			),
			preloads: fonts
				.filter(({ for: role, style }) => role !== "code" && style === "normal")
				.map(({ file }) => at(file)),
			...(sheet && { sheet: `${basePath}/_loggia/style.${sheet.hash}.css` }),
			words: frameWords(locale, words),
		},
		frame: {
			logo: logo && { ...logo, light: at(logo.light), dark: at(logo.dark) },
			headerLinks: header.links.map(
				(entry): HeaderLink =>
					"links" in entry ? { ...entry, links: entry.links.map(link) } : link(entry),
			),
			footer: {
				columns: footer.columns.map(({ title, links }) => ({ title, links: links.map(link) })),
				text: footer.text,
			},
			banner: banner && {
				...banner,
				...(banner.url === undefined ? {} : { url: linkUrl(banner.url) }),
			},
		},
		sheet,
		files: filesOf(settings),
	};
}

/** Own colors of `site.yaml`. A primary color that names a palette is left out. */
export function ownColors({ primary, colors }: SiteSettings["theme"]): OwnColors {
	return { primary: typeof primary === "string" ? undefined : primary, others: colors };
}

function filesOf({ logo, favicon, fonts }: SiteSettings): LookConfig["files"] {
	const logos = logo === undefined ? [] : [...new Set([logo.light, logo.dark])];
	return [
		...logos.map((path) => ({ key: "logo", path })),
		...(favicon === undefined ? [] : [{ key: "favicon", path: favicon }]),
		...fonts.map(({ file }) => ({ key: "fonts", path: file })),
	];
}

/** The operator's style sheet: colors, corners and fonts of `site.yaml`, and the file that it names. */
interface SiteSheet {
	readonly css: string;
	/** First 16 hexadecimal digits of the SHA-256 of the CSS text. */
	readonly hash: string;
}

type SheetFont = SiteSettings["fonts"][number];

const HASH_LENGTH = 16;

const PROPERTIES = { text: "--font-text", code: "--font-code" } as const;

/** @returns `undefined` when the site has the default look. */
function siteSheet(
	settings: SiteSettings,
	basePath: string,
	styles: string | undefined,
): SiteSheet | undefined {
	const css = [
		...settings.fonts.map((font) => fontFace(basePath, font)),
		...rootRule(settings),
		...headingRule(settings.fonts),
		...(styles === undefined ? [] : [styles]),
	].join("\n");
	if (css === "") return undefined;
	return { css, hash: hash("sha256", css, "hex").slice(0, HASH_LENGTH) };
}

/** `:root:root` has a higher specificity than the attribute selectors of the palettes. */
function rootRule({ theme, fonts }: SiteSettings): readonly string[] {
	const { radius } = theme;
	const declarations = [
		...colorDeclarations(ownColors(theme)),
		...(radius === undefined
			? []
			: [
					`--radius: ${radius}`,
					`--radius-small: calc(${radius} * 0.6)`,
					`--radius-large: calc(${radius} * 1.6)`,
				]),
		...(["text", "code"] as const).flatMap((role) => {
			const family = fonts.find((font) => font.for === role)?.family;
			const rest = role === "code" ? "ui-monospace, monospace" : "system-ui, sans-serif";
			return family === undefined ? [] : [`${PROPERTIES[role]}: "${family}", ${rest}`];
		}),
	];
	return declarations.length === 0 ? [] : [`:root:root {\n\t${declarations.join(";\n\t")};\n}`];
}

function headingRule(fonts: readonly SheetFont[]): readonly string[] {
	const family = fonts.find((font) => font.for === "headings")?.family;
	if (family === undefined) return [];
	return [`h1, h2, h3, h4, h5, h6, .site-name {\n\tfont-family: "${family}", var(--font-text);\n}`];
}

/** `font-display: swap` shows text at once in a fallback font, until the font is loaded. */
function fontFace(basePath: string, { family, file, weight, style }: SheetFont): string {
	return `@font-face {
	font-family: "${family}";
	src: url("${basePath}${encodePath(file)}");
	font-weight: ${weight};
	font-style: ${style};
	font-display: swap;
}`;
}

/** A color for each mode, as hexadecimal digits of `site.yaml`. */
interface ColorPair {
	readonly light: string;
	readonly dark: string;
}

/** @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const TEXT_CONTRAST = 4.5;

const WHITE = "#ffffff";
const BLACK = "#0a0a0a";

/** Approximate background of the palettes; used unless the operator sets a background color. */
const GROUND: ColorPair = { light: WHITE, dark: "#0c0a09" };

const TEXTS: ReadonlySet<string> = new Set(["text", "heading", "muted"]);

interface OwnColors {
	readonly primary?: ColorPair | undefined;
	/** By role. */
	readonly others: Readonly<Partial<Record<string, ColorPair>>>;
}

/** Declarations of custom properties for the operator's colors. */
function colorDeclarations({ primary, others }: OwnColors): readonly string[] {
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

/** Finds colors with too little contrast. Each message continues after the name of a setting. */
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
