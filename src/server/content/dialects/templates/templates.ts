import type { Dialect } from "../../markdown/dialect.ts";
import { fenceAfter } from "../../markdown/lines.ts";
import { expressions } from "./expressions.ts";
import { shortcodes } from "./shortcodes.ts";

/** Marks of the templates of Hugo, Jekyll and GitBook. */
export const templates: Dialect = {
	addRules(markdown) {
		markdown.use(expressions).use(shortcodes);
	},
	rewrite: resolveTemplateLinks,
};

/** Ways in which Hugo and Jekyll write the address of a page, with the address as the first group that is set. */
const ADDRESS = new RegExp(
	[
		String.raw`\{\{[<%]\s{0,5}(?:rel)?ref\s{1,5}(?:"([^"\n]{1,300})"|'([^'\n]{1,300})'|([^\s"'<>%{}]{1,300}))\s{0,5}[>%]\}\}`,
		String.raw`\{\{-?\s{0,5}(?:"([^"\n]{0,300})"|'([^'\n]{0,300})')\s{0,5}\|\s{0,5}(?:relative|absolute)_url\s{0,5}-?\}\}`,
	].join("|"),
	"g",
);

const JEKYLL_FILE = /\{%-?\s{0,5}(?:link|post_url)\s{1,5}([^\s%{}]{1,300})\s{0,5}-?%\}/g;

/** Where the site is served is known to the server, and put before every address anyway. */
const BASE = /\{\{-?\s{0,5}(?:site\.(?:baseurl|url)|\.Site\.BaseURL)\s{0,5}-?\}\}/g;

/**
 * Writes plain addresses where templates stand for them, so that links of Hugo and Jekyll lead
 * to their pages. Code blocks stay as they are, and every line stays on its own.
 *
 * @example
 * resolveTemplateLinks('[Guide]({{< ref "guide.md" >}})'); // "[Guide](guide.md)"
 */
export function resolveTemplateLinks(text: string): string {
	if (!text.includes("{{") && !text.includes("{%")) return text;
	let fence: string | undefined;
	const lines = text.split("\n").map((line) => {
		const wasCode = fence !== undefined;
		fence = fenceAfter(line.trimStart(), fence);
		return wasCode || fence !== undefined || !line.includes("{") ? line : resolveLine(line);
	});
	return lines.join("\n");
}

function resolveLine(line: string): string {
	return line
		.replace(ADDRESS, (_all, ...groups: unknown[]) => {
			const address = groups.slice(0, 5).find((group) => typeof group === "string");
			return encodeURI(address ?? "").replaceAll("%25", "%");
		})
		.replace(JEKYLL_FILE, (_all, file: string) => `/${file}`)
		.replace(BASE, "");
}
