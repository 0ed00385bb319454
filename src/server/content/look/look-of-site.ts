import { hash } from "node:crypto";
import type { ValuesOf } from "../../../platform/settings/setting.ts";
import type { SITE_FILE_SETTINGS } from "../../../platform/settings/site-file-settings.ts";
import type { FrameLook, HeaderLink, LookLink, SiteLook } from "../../../shared/page/site-look.ts";
import { encodePath, urlPath } from "../../../shared/routing/routes.ts";
import { frameWords } from "../../words/frame-words.ts";
import { colorDeclarations, isHexColor, type OwnColors } from "./own-colors.ts";

type SiteSettings = ValuesOf<typeof SITE_FILE_SETTINGS>;

/** How the site looks, as far as the server needs to know it beside pages. */
export interface LookConfig {
	readonly look: SiteLook;
	/** The part that browsers get, too. */
	readonly frame: FrameLook;
	readonly sheet: SiteSheet | undefined;
	/** What the sheet is made of, for when the operator's file changes. */
	readonly sheetParts: {
		readonly colors: OwnColors;
		readonly radius: string | undefined;
		readonly fonts: readonly SheetFont[];
	};
	/** The file in the site folder with styles. */
	readonly stylesFile: string | undefined;
	readonly tocDepth: 0 | 2 | 3;
	readonly hasBreadcrumbs: boolean;
	/** With `{file}` in it. */
	readonly editLink: string | undefined;
	readonly showsLastUpdated: boolean;
	/** The file of the page that is shown for unknown addresses. */
	readonly notFoundFile: string;
	/** Files that must be served, by decoded path, and the settings that name them. */
	readonly files: readonly { readonly key: string; readonly path: string }[];
}

/** Where a browser finds the operator's style sheet. */
export function sheetUrl(basePath: string, { hash }: SiteSheet): string {
	return `${basePath}/_loggia/style.${hash}.css`;
}

export function lookOfSite(settings: SiteSettings, basePath: string): LookConfig {
	const { primary, colors, radius } = settings.theme;
	const named = typeof primary === "string";
	const own = named && isHexColor(primary) ? { light: primary, dark: primary } : undefined;
	const sheetParts = {
		colors: { primary: named ? own : primary, others: colors },
		radius,
		fonts: settings.fonts,
	};
	const sheet = siteSheet({ basePath, ...sheetParts, styles: undefined });
	return {
		look: siteLook(settings, basePath, sheet),
		frame: frameLook(settings, basePath),
		sheet,
		sheetParts,
		stylesFile: settings.styles,
		tocDepth: settings.toc.depth,
		hasBreadcrumbs: settings.breadcrumbs,
		editLink: settings.editLink,
		showsLastUpdated: settings.lastUpdated,
		notFoundFile: settings.notFound,
		files: filesOf(settings),
	};
}

/** The same look with the text of the operator's own styles. */
export function withStyles(
	config: LookConfig,
	basePath: string,
	styles: string | undefined,
): LookConfig {
	const sheet = siteSheet({ basePath, ...config.sheetParts, styles });
	return { ...config, sheet, look: { ...config.look, ...sheetOf(basePath, sheet) } };
}

function sheetOf(basePath: string, sheet: SiteSheet | undefined): Pick<SiteLook, "sheet"> {
	return sheet === undefined ? {} : { sheet: sheetUrl(basePath, sheet) };
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
		...sheetOf(basePath, sheet),
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

interface SheetFont {
	readonly family: string;
	readonly file: string;
	readonly for: "text" | "headings" | "code";
	readonly weight: string;
	readonly style: "normal" | "italic";
}

interface SheetSources {
	readonly basePath: string;
	readonly colors: OwnColors;
	readonly radius: string | undefined;
	readonly fonts: readonly SheetFont[];
	/** The text of the operator's own file. */
	readonly styles: string | undefined;
}

const HASH_LENGTH = 16;

const PROPERTIES = { text: "--font-text", code: "--font-code" } as const;

/** @returns `undefined` where the site looks as it comes. */
function siteSheet(sources: SheetSources): SiteSheet | undefined {
	const css = [
		...sources.fonts.map((font) => fontFace(sources.basePath, font)),
		...rootRule(sources),
		...headingRule(sources.fonts),
		...(sources.styles === undefined ? [] : [sources.styles]),
	].join("\n");
	if (css === "") return undefined;
	return { css, hash: hash("sha256", css, "hex").slice(0, HASH_LENGTH) };
}

/** Its weight is above that of the palettes' names. */
function rootRule({ colors, radius, fonts }: SheetSources): readonly string[] {
	const declarations = [
		...colorDeclarations(colors),
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
