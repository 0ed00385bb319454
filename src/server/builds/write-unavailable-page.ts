import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { escapeAttribute, escapeText } from "../../shared/document/html.ts";

/** Beside the builds, in the folder that the proxy sees. */
const FILE = "unavailable.html";

const RELOAD_SECONDS = 5;

/**
 * Writes the page that the proxy shows while no replica answers; it loads itself anew until one does. It
 * names an icon without content, or browsers would ask the site for one.
 */
export async function writeUnavailablePage(
	buildsFolder: string,
	site: { readonly name: string; readonly locale: string },
): Promise<void> {
	await mkdir(buildsFolder, { recursive: true });
	const draft = join(buildsFolder, `.${FILE}-${randomUUID()}`);
	try {
		await writeFile(draft, renderUnavailablePage(site));
		await rename(draft, join(buildsFolder, FILE));
	} finally {
		await rm(draft, { force: true });
	}
}

function renderUnavailablePage({ name, locale }: { name: string; locale: string }): string {
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
<p lang="en">This site is out of reach for a moment. The page loads again by itself.</p>
`;
}
