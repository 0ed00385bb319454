/** Plugins that carry no types of their own. */
declare module "markdown-it-emoji" {
	import type { MarkdownIt } from "markdown-it";
	export function full(
		markdown: MarkdownIt,
		options?: { readonly shortcuts?: Readonly<Record<string, string>> },
	): void;
}
declare module "markdown-it-*" {
	import type { MarkdownIt } from "markdown-it";
	// biome-ignore lint/style/noDefaultExport: it is the package's.
	export default function plugin(markdown: MarkdownIt): void;
}
