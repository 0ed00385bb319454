import { hash } from "node:crypto";
import { encodePath } from "../../../shared/routing/routes.ts";
import { colorDeclarations, type OwnColors } from "./own-colors.ts";

/** The operator's style sheet: colors, corners and fonts of `site.yaml`, and the file that it names. */
export interface SiteSheet {
	readonly css: string;
	/** Of what it says. */
	readonly hash: string;
}

export interface SheetFont {
	readonly family: string;
	readonly file: string;
	readonly for: "text" | "headings" | "code";
	readonly weight: string;
	readonly style: "normal" | "italic";
}

export interface SheetSources {
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
export function siteSheet(sources: SheetSources): SiteSheet | undefined {
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
	return [
		"@font-face {",
		`\tfont-family: "${family}";`,
		`\tsrc: url("${basePath}${encodePath(file)}");`,
		`\tfont-weight: ${weight};`,
		`\tfont-style: ${style};`,
		"\tfont-display: swap;",
		"}",
	].join("\n");
}
