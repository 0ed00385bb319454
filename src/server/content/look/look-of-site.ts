import { hash } from "node:crypto";
import type { FrameLook, HeaderLink, LookLink, SiteLook } from "../../../shared/page/site-look.ts";
import { encodePath, urlPath } from "../../../shared/routing/routes.ts";
import { frameWords } from "../../words/frame-words.ts";
import type { SiteSettings } from "../site-config.ts";
import { colorDeclarations, type OwnColors } from "./own-colors.ts";

/** How the site looks, as far as the server needs to know it beside pages. */
export interface LookConfig {
	readonly look: SiteLook;
	/** The part that browsers get, too. */
	readonly frame: FrameLook;
	readonly sheet: SiteSheet | undefined;
	/** Files that must be served, by decoded path, and the settings that name them. */
	readonly files: readonly { readonly key: string; readonly path: string }[];
}

/** Where a browser finds the operator's style sheet. */
export function sheetUrl(basePath: string, { hash }: SiteSheet): string {
	return `${basePath}/_loggia/style.${hash}.css`;
}

/** @param styles The text of the operator's own style sheet. */
export function lookOfSite(
	settings: SiteSettings,
	basePath: string,
	styles: string | undefined,
): LookConfig {
	const sheet = siteSheet(settings, basePath, styles);
	return {
		look: siteLook(settings, basePath, sheet),
		frame: frameLook(settings, basePath),
		sheet,
		files: filesOf(settings),
	};
}

/** The colors of `site.yaml` that have no name. */
export function ownColors({ primary, colors }: SiteSettings["theme"]): OwnColors {
	return { primary: typeof primary === "string" ? undefined : primary, others: colors };
}

function frameLook({ logo, header, footer, banner }: SiteSettings, basePath: string): FrameLook {
	const at = (path: string): string => urlPath(basePath, path);
	const link = (given: LookLink): LookLink => ({ ...given, url: linkUrl(given.url, basePath) });
	return {
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
			...(banner.url === undefined ? {} : { url: linkUrl(banner.url, basePath) }),
		},
	};
}

function siteLook(
	{ favicon, head, fonts, locale, words }: SiteSettings,
	basePath: string,
	sheet: SiteSheet | undefined,
): SiteLook {
	const at = (path: string): string => urlPath(basePath, path);
	return {
		icon: favicon && at(favicon),
		head: head.map((tag) =>
			"meta" in tag
				? { name: "meta", attributes: tag.meta }
				: {
						name: "link",
						attributes: { ...tag.link, href: linkUrl(tag.link.href, basePath) },
					},
		),
		preloads: fonts
			.filter(({ for: role, style }) => role !== "code" && style === "normal")
			.map(({ file }) => at(file)),
		...(sheet === undefined ? {} : { sheet: sheetUrl(basePath, sheet) }),
		words: frameWords(locale, words),
	};
}

function linkUrl(url: string, basePath: string): string {
	return url.startsWith("/") ? basePath + url : url;
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
	/** Of what it says. */
	readonly hash: string;
}

type SheetFont = SiteSettings["fonts"][number];

const HASH_LENGTH = 16;

const PROPERTIES = { text: "--font-text", code: "--font-code" } as const;

/** @returns `undefined` where the site looks as it comes. */
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

/** Its weight is above that of the palettes' names. */
function rootRule({ theme, fonts }: SiteSettings): readonly string[] {
	const { radius } = theme;
	const declarations = [
		...colorDeclarations(ownColors(theme)),
		...(radius === undefined ? [] : radiusDeclarations(radius)),
		...(["text", "code"] as const).flatMap((role) => {
			const family = fonts.find((font) => font.for === role)?.family;
			const rest = role === "code" ? "ui-monospace, monospace" : "system-ui, sans-serif";
			return family === undefined ? [] : [`${PROPERTIES[role]}: "${family}", ${rest}`];
		}),
	];
	return declarations.length === 0 ? [] : [`:root:root {\n\t${declarations.join(";\n\t")};\n}`];
}

function radiusDeclarations(radius: string): readonly string[] {
	return [
		`--radius: ${radius}`,
		`--radius-small: calc(${radius} * 0.6)`,
		`--radius-large: calc(${radius} * 1.6)`,
	];
}

function headingRule(fonts: readonly SheetFont[]): readonly string[] {
	const family = fonts.find((font) => font.for === "headings")?.family;
	if (family === undefined) return [];
	return [`h1, h2, h3, h4, h5, h6, .site-name {\n\tfont-family: "${family}", var(--font-text);\n}`];
}

/** Text is there at once, and takes the font when that has come. */
function fontFace(basePath: string, { family, file, weight, style }: SheetFont): string {
	return `@font-face {
	font-family: "${family}";
	src: url("${basePath}${encodePath(file)}");
	font-weight: ${weight};
	font-style: ${style};
	font-display: swap;
}`;
}
