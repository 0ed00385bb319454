/** The package carries no types of its own. */
declare module "markdown-it-footnote" {
	import type { MarkdownIt } from "markdown-it";
	// biome-ignore lint/style/noDefaultExport: it is the package's.
	export default function footnotes(markdown: MarkdownIt): void;
}
