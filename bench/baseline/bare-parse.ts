/** The minimum of reading a site: parses every page of a folder with markdown-it and highlight.js. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import highlighter from "highlight.js/lib/common";
import MarkdownIt from "markdown-it";

const [folder = ""] = process.argv.slice(2);
const markdown = new MarkdownIt({
	html: true,
	linkify: true,
	highlight: (code, language) =>
		highlighter.getLanguage(language) ? highlighter.highlight(code, { language }).value : "",
});
for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
	if (file.endsWith(".md")) markdown.render(readFileSync(join(folder, file), "utf8"));
}
