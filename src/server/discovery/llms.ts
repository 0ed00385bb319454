import type { HeadSite } from "../../shared/page/head.ts";
import type { Page } from "../content/pages/page.ts";
import type { DiscoverableSection } from "./discoverable-sections.ts";
import { pageUrl } from "./page-markdown.ts";

/** Enough for the longest context of a model; a larger site is read page by page. */
const MAX_FULL_BYTES = 4_000_000;

/** @see https://llmstxt.org/ */
export function renderLlms(site: HeadSite, sections: readonly DiscoverableSection[]): string {
	const lists = sections.map(({ title, pages }) => {
		const lines = pages.map((page) => pageLine(site, page));
		return `## ${title === "" ? "Pages" : oneLine(title)}\n\n${lines.join("\n")}\n`;
	});
	return `${headOf(site)}${lists.join("\n")}`;
}

/**
 * Renders all pages in one text, up to a limit.
 *
 * @param markdownOf Returns `undefined` for a page without a text for every visitor.
 */
export function renderLlmsFull(
	site: HeadSite,
	sections: readonly DiscoverableSection[],
	markdownOf: (page: Page) => string | undefined,
): string {
	const parts = [headOf(site)];
	let bytes = 0;
	for (const page of sections.flatMap(({ pages }) => pages)) {
		const markdown = markdownOf(page);
		if (markdown === undefined) continue;
		const part = `---\nsource: ${pageUrl(site, page.path)}\n---\n\n${markdown}\n`;
		bytes += Buffer.byteLength(part);
		if (bytes > MAX_FULL_BYTES) {
			parts.push(`The site has more pages: see ${site.url ?? ""}${site.basePath}/llms.txt\n`);
			break;
		}
		parts.push(part);
	}
	return parts.join("");
}

function headOf(site: HeadSite): string {
	const summary = site.description === undefined ? "" : `> ${oneLine(site.description)}\n\n`;
	return `# ${oneLine(site.name)}\n\n${summary}`;
}

function pageLine(site: HeadSite, { path, title, frontMatter }: Page): string {
	const name = oneLine(title === "" ? site.name : title).replace(/[[\]\\]/g, "\\$&");
	const { description } = frontMatter;
	// A parenthesis would end the link.
	const target = pageUrl(site, path).replaceAll("(", "%28").replaceAll(")", "%29");
	return `- [${name}](${target})${description === undefined ? "" : `: ${oneLine(description)}`}`;
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}
