import { ASSETS_FOLDER, type PageAssets } from "../shared/builds/build-manifest.ts";
import { escapeAttribute, escapeText, scriptJson } from "../shared/document/html.ts";
import { APP_MODULE_REL, INLINE_SCRIPT } from "../shared/document/inline-script.ts";
import type { Head, HeadTag } from "../shared/page/head.ts";
import { APP_ELEMENT_ID, type AppState, STATE_ELEMENT_ID } from "../shared/page/public-config.ts";
import type { SiteLook } from "../shared/page/site-look.ts";
import { isRightToLeft } from "./frame-sheets.ts";

/** The parts of a document that do not depend on the query, as text. */
export interface DocumentFrame {
	/** Up to the title. */
	readonly start: string;
	/** Between the tags of the page in the head, and the app. */
	readonly middle: string;
	/** After the app. */
	readonly end: string;
}

export interface DocumentFrameParts {
	readonly assets: PageAssets;
	/** File names of the style sheets that the frame needs beside those. */
	readonly sheets: readonly string[];
	readonly look: SiteLook;
	/** More lines of the head, as HTML; the app does not change them. */
	readonly machineHead: string;
}

export interface DocumentParts {
	readonly head: Head;
	/** The rendered app. */
	readonly app: string;
}

/**
 * Renders what all documents of a page share, in the order in which browsers need it: the color
 * mode before the first paint, then assets, then the page.
 */
export function documentFrame(
	state: AppState,
	{ assets, sheets, look, machineHead }: DocumentFrameParts,
): DocumentFrame {
	const folder = `${state.config.basePath}/${ASSETS_FOLDER}/`;
	return {
		start: [
			"<!doctype html>",
			`<html${attributes(rootAttributes(state))}>`,
			"<head>",
			`<script>${INLINE_SCRIPT}</script>`,
			'<meta charset="utf-8">',
			'<meta name="viewport" content="width=device-width, initial-scale=1">',
			"",
		].join("\n"),
		middle: `${machineHead}${[
			...look.preloads.map((href) =>
				element("link", { rel: "preload", href, as: "font", crossorigin: "anonymous" }),
			),
			...[...assets.styles, ...sheets].map((name) => styleSheet(folder + name)),
			...(look.sheet === undefined ? [] : [styleSheet(look.sheet)]),
			...assets.scripts.map((name) =>
				// Pictures may still be on their way when these are fetched.
				element("link", { rel: APP_MODULE_REL, href: folder + name, fetchpriority: "low" }),
			),
			element("link", { rel: "icon", href: state.icon }),
			...look.head.map(({ name, attributes: given }) => element(name, given)),
			"</head>",
			"<body>",
			`<div id="${APP_ELEMENT_ID}">`,
		].join("\n")}`,
		end: [
			"</div>",
			`<script type="application/json" id="${STATE_ELEMENT_ID}">${scriptJson(state)}</script>`,
			"</body>",
			"</html>",
			"",
		].join("\n"),
	};
}

/** Puts a document together. */
export function composeDocument(
	{ start, middle, end }: DocumentFrame,
	parts: DocumentParts,
): string {
	const { head, app } = parts;
	let tags = "";
	for (const tag of head.tags) tags += `${renderHeadTag(tag)}\n`;
	return `${start}<title>${escapeText(head.title)}</title>\n${tags}${middle}${app}${end}`;
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

function renderHeadTag({ tag, ...values }: HeadTag): string {
	return element(tag, values);
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
