import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { LoadedRevision } from "../../src/server/content/revision.ts";
import { escapeAttribute, escapeText } from "../../src/shared/document/html.ts";
import { chromiumOptions } from "../../test/support/chromium.ts";
import type { Ask } from "./question.ts";

/** The used part of the package. */
export interface PagefindModule {
	readonly createIndex: () => Promise<{ readonly index: PagefindIndex }>;
	readonly close: () => Promise<unknown>;
}

interface PagefindIndex {
	readonly addHTMLFile: (file: {
		readonly url: string;
		readonly content: string;
	}) => Promise<unknown>;
	readonly writeFiles: (options: { readonly outputPath: string }) => Promise<unknown>;
}

/** Queries Pagefind over the rendered pages with its defaults, in Chromium. */
export async function askPagefind(
	{ createIndex, close }: PagefindModule,
	revision: LoadedRevision,
	folder: string,
): Promise<{ readonly ask: Ask; readonly close: () => Promise<void> }> {
	const { index } = await createIndex();
	for (const { path, title, html, hasHeading } of revision.pages.values()) {
		const heading = hasHeading ? "" : `<h1>${escapeText(title)}</h1>`;
		const content = `<!doctype html><html lang="en"><head><title>${escapeText(title)}</title><meta data-pagefind-meta="path[content]" content="${escapeAttribute(path)}"></head><body><main data-pagefind-body>${heading}${html}</main></body></html>`;
		await index.addHTMLFile({ url: path, content });
	}
	await index.writeFiles({ outputPath: folder });
	await close();
	const server = createServer((request, response) => {
		const name = new URL(request.url ?? "/", "http://localhost").pathname;
		readFile(join(folder, name)).then(
			(bytes) =>
				response
					.setHeader(
						"content-type",
						name.endsWith(".js") ? "text/javascript" : "application/octet-stream",
					)
					.end(bytes),
			() => response.setHeader("content-type", "text/html").end("<!doctype html>"),
		);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const browser = await chromium.launch(chromiumOptions());
	const page = await browser.newPage();
	await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
	return {
		ask: (text) => page.evaluate(askInPage, text),
		async close() {
			await browser.close();
			server.close();
		},
	};
}

/** Runs in the page. */
async function askInPage(text: string): Promise<string[]> {
	const address = "/pagefind.js";
	const pagefind: {
		search: (text: string) => Promise<{
			results: { data: () => Promise<{ meta: { path: string } }> }[];
		}>;
	} = await import(address);
	const { results } = await pagefind.search(text);
	const shown = await Promise.all(results.slice(0, 5).map((result) => result.data()));
	return shown.map(({ meta }) => meta.path);
}
