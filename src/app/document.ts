import { ASSETS_FOLDER, type PageAssets } from "../shared/builds/build-manifest.ts";
import { escapeAttribute, escapeText, scriptJson } from "../shared/document/html.ts";
import { APP_MODULE_REL, INLINE_SCRIPT } from "../shared/document/inline-script.ts";
import type { Head } from "../shared/page/head.ts";
import type { PageNavigation } from "../shared/page/navigation.ts";
import {
	APP_ELEMENT_ID,
	type AppState,
	type PublicConfig,
	STATE_ELEMENT_ID,
} from "../shared/page/public-config.ts";
import { PLAIN_FRAME, type SiteLook } from "../shared/page/site-look.ts";
import { MAX_SECTIONS_SHOWN } from "./layout/sections.tsx";

/** The last lines of each document. */
export const DOCUMENT_END = "</body>\n</html>\n";

export interface DocumentFrameParts {
	readonly state: AppState;
	readonly assets: PageAssets;
	/** File names of additional style sheets for the frame. */
	readonly sheets: readonly string[];
	readonly look: SiteLook;
	/** Additional lines of the head, as HTML; the app does not change them. */
	readonly machineHead: string;
}

/**
 * Renders the parts that all documents of a page share, in the order that browsers need: the color
 * mode before the first paint, then assets, then the page.
 *
 * @returns A function that builds a document from its head and the rendered app.
 */
export function documentFrame(parts: DocumentFrameParts): (head: Head, app: string) => string {
	const { state, assets, sheets, look, machineHead } = parts;
	const folder = `${state.config.basePath}/${ASSETS_FOLDER}/`;
	const start = [
		"<!doctype html>",
		`<html${attributes(rootAttributes(state))}>`,
		"<head>",
		`<script>${INLINE_SCRIPT}</script>`,
		'<meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		"",
	].join("\n");
	const middle = `${machineHead}${[
		...look.preloads.map((href) =>
			element("link", { rel: "preload", href, as: "font", crossorigin: "anonymous" }),
		),
		...[...assets.styles, ...sheets].map((name) => styleSheet(folder + name)),
		...(look.sheet === undefined ? [] : [styleSheet(look.sheet)]),
		...assets.scripts.map((name) =>
			// Images may still be loading when the scripts are fetched.
			element("link", { rel: APP_MODULE_REL, href: folder + name, fetchpriority: "low" }),
		),
		element("link", { rel: "icon", href: state.icon }),
		...look.head.map(({ name, attributes: given }) => element(name, given)),
		"</head>",
		"<body>",
		`<div id="${APP_ELEMENT_ID}">`,
	].join("\n")}`;
	const end = [
		"</div>",
		`<script type="application/json" id="${STATE_ELEMENT_ID}">${scriptJson(state)}</script>`,
		DOCUMENT_END,
	].join("\n");
	return ({ title, tags }, app) => {
		let text = "";
		for (const { tag, ...values } of tags) {
			text +=
				"text" in values
					? `<script type="${values.type}">${values.text.replaceAll("<", "\\u003c")}</script>\n`
					: `${element(tag, values)}\n`;
		}
		return `${start}<title>${escapeText(title)}</title>\n${text}${middle}${app}${end}`;
	};
}

function rootAttributes({ config, payload }: AppState): Attributes {
	const page = payload.kind === "page" ? payload.page : undefined;
	return {
		lang: config.locale,
		dir: isRightToLeft(config.locale) ? "rtl" : undefined,
		"data-locale": page?.locale ?? (payload.kind === "error" ? payload.locale : undefined),
		"data-version": page?.version,
		"data-primary": config.theme.primary,
		"data-gray": config.theme.gray,
		"data-color-mode-storage": config.colorMode.storage,
		"data-color-mode-forced": page?.colorMode,
	};
}

function styleSheet(href: string): string {
	return element("link", { rel: "stylesheet", href });
}

type Attributes = Readonly<Record<string, string | undefined>>;

function element(name: string, values: Attributes): string {
	return `<${name}${attributes(values)}>`;
}

function attributes(values: Attributes): string {
	let text = "";
	for (const name in values) {
		const value = values[name];
		if (value !== undefined) text += ` ${name}="${escapeAttribute(value)}"`;
	}
	return text;
}

/** Names of style sheets that the frame of this site needs in addition to the common one. */
export function frameSheets(
	{ look = PLAIN_FRAME, locale }: PublicConfig,
	{ sections }: PageNavigation,
): readonly string[] {
	const { logo, banner, headerLinks, footer } = look;
	const isPlain = [
		logo === undefined,
		banner === undefined,
		headerLinks.length === 0,
		footer.columns.length === 0,
		sections.length <= MAX_SECTIONS_SHOWN,
	].every(Boolean);
	return [...(isPlain ? [] : ["look"]), ...(isRightToLeft(locale) ? ["rtl"] : [])];
}

/** By locale: reading a direction takes longer than the rest of a document. */
const ARE_RIGHT_TO_LEFT = new Map<string, boolean>();

/** @param locale A BCP 47 tag. */
function isRightToLeft(locale: string): boolean {
	const isRtl =
		ARE_RIGHT_TO_LEFT.get(locale) ?? new Intl.Locale(locale).getTextInfo().direction === "rtl";
	ARE_RIGHT_TO_LEFT.set(locale, isRtl);
	return isRtl;
}
