import { ASSETS_FOLDER, type PageAssets } from "../shared/build-manifest.ts";
import type { Head, HeadTag } from "../shared/head.ts";
import { escapeAttribute, escapeText, scriptJson } from "../shared/html.ts";
import { INLINE_SCRIPT } from "../shared/inline-script.ts";
import { APP_ELEMENT_ID, type AppState, STATE_ELEMENT_ID } from "../shared/public-config.ts";
import { type ManagedTag, managedTag } from "./managed-tag.ts";

export interface DocumentParts {
	readonly state: AppState;
	readonly head: Head;
	readonly assets: PageAssets;
	/** The rendered app. */
	readonly app: string;
}

/**
 * Puts a document together, in the order in which a browser can use its parts: the color
 * mode before anything is painted, then what must be fetched, then the page itself.
 */
export function composeDocument({ state, head, assets, app }: DocumentParts): string {
	const folder = `${state.config.basePath}/${ASSETS_FOLDER}/`;
	return [
		"<!doctype html>",
		`<html${attributes(rootAttributes(state, head))}>`,
		"<head>",
		`<script>${INLINE_SCRIPT}</script>`,
		'<meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		`<title>${escapeText(head.title)}</title>`,
		...head.tags.map(renderHeadTag),
		...assets.styles.map((name) => element("link", { rel: "stylesheet", href: folder + name })),
		...renderScripts(folder, assets.scripts),
		element("link", { rel: "icon", href: state.icon }),
		"</head>",
		"<body>",
		`<div id="${APP_ELEMENT_ID}">${app}</div>`,
		`<script type="application/json" id="${STATE_ELEMENT_ID}">${scriptJson(state)}</script>`,
		"</body>",
		"</html>",
		"",
	].join("\n");
}

function rootAttributes({ config, payload }: AppState, head: Head): Attributes {
	return {
		lang: head.language,
		"data-primary": config.theme.primary,
		"data-gray": config.theme.gray,
		"data-color-mode-storage": config.colorMode.storage,
		"data-color-mode-forced": payload.kind === "page" ? payload.page.colorMode : undefined,
	};
}

/**
 * A module script waits for the document by itself; what it imports is fetched meanwhile. The
 * page can be read without either, so neither may take the line from its styles and pictures.
 */
function renderScripts(folder: string, [entry, ...imported]: readonly string[]): string[] {
	if (entry === undefined) return [];
	return [
		...imported.map((name) =>
			element("link", { rel: "modulepreload", href: folder + name, fetchpriority: "low" }),
		),
		`${element("script", { type: "module", src: folder + entry, fetchpriority: "low" })}</script>`,
	];
}

function renderHeadTag(tag: HeadTag): string {
	const { name, attributes: managed }: ManagedTag = managedTag(tag);
	return element(name, managed);
}

type Attributes = Readonly<Record<string, string | undefined>>;

function element(name: string, values: Attributes): string {
	return `<${name}${attributes(values)}>`;
}

function attributes(values: Attributes): string {
	return Object.entries(values)
		.map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeAttribute(value)}"`))
		.join("");
}
