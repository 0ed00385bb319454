import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../../platform/shared-folder.ts";
import { escapeAttribute, escapeText } from "../../shared/document/html.ts";
import type { HeadSite } from "../../shared/page/head.ts";

/** In the folder that the proxy shares with the site. */
const FILE = "unavailable.html";

const RELOAD_SECONDS = 5;

type NamedSite = Pick<HeadSite, "name" | "locale">;

/** Writes the page that the proxy sends while no replica answers. */
export async function writeUnavailablePage(buildsFolder: string, site: NamedSite): Promise<void> {
	const page = renderUnavailablePage(
		site,
		"This site is out of reach for a moment. The page loads again by itself.",
	);
	await replaceFile(join(buildsFolder, FILE), (draft) => writeFile(draft, page));
}

/**
 * Renders a page that needs no other file and reloads itself.
 *
 * It has an empty icon: without one, browsers would ask the site for an icon.
 */
export function renderUnavailablePage({ name, locale }: NamedSite, sentence: string): string {
	return `<!DOCTYPE html>
<html lang="${escapeAttribute(locale)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RELOAD_SECONDS}">
<link rel="icon" href="data:,">
<title>${escapeText(name)}</title>
<body style="max-width: 36rem; margin: 20vh auto 0; padding: 0 1.5rem; font: 1.1rem/1.6 system-ui, sans-serif">
<h1>${escapeText(name)}</h1>
<p lang="en">${escapeText(sentence)}</p>
`;
}
