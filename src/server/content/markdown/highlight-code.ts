import { createRequire } from "node:module";
import type { LanguageFn } from "highlight.js";
import hljs from "highlight.js/lib/core";

/** Longer code is shown plain: nobody reads it for its colours, and the grammar takes its time. */
const MAX_CHARACTERS = 200_000;

/** Names that authors use, for the names of highlight.js' grammars where the two differ. */
const ALIASES: Readonly<Record<string, string>> = {
	"c++": "cpp",
	"c#": "csharp",
	cjs: "javascript",
	console: "shell",
	cs: "csharp",
	docker: "dockerfile",
	golang: "go",
	gql: "graphql",
	hbs: "handlebars",
	html: "xml",
	js: "javascript",
	json5: "json",
	jsonc: "json",
	jsx: "javascript",
	kt: "kotlin",
	make: "makefile",
	md: "markdown",
	mdx: "markdown",
	mjs: "javascript",
	mts: "typescript",
	objc: "objectivec",
	patch: "diff",
	postcss: "css",
	ps1: "powershell",
	py: "python",
	rb: "ruby",
	rs: "rust",
	sh: "bash",
	shellscript: "bash",
	svelte: "xml",
	svg: "xml",
	terminal: "shell",
	toml: "ini",
	ts: "typescript",
	tsx: "typescript",
	vue: "xml",
	yml: "yaml",
	zsh: "bash",
};

const load = createRequire(import.meta.url);

/** Names that turned out to have no grammar, so that the disk is asked once. */
const unknownNames = new Set<string>();

/**
 * Highlights code by classes that start with `hljs-`.
 *
 * Grammars are loaded when first needed: the whole collection would take longer than
 * rendering a hundred pages.
 *
 * @param language In lower case, by any of its names.
 * @returns HTML, or `undefined` when the language is not known or the code too long.
 */
export function highlightCode(code: string, language: string): string | undefined {
	if (code.length > MAX_CHARACTERS) return undefined;
	const name = Object.hasOwn(ALIASES, language) ? ALIASES[language] : language;
	if (name === undefined || !isLoaded(name)) return undefined;
	return hljs.highlight(code, { language: name, ignoreIllegals: true }).value;
}

function isLoaded(name: string): boolean {
	if (hljs.getLanguage(name) !== undefined) return true;
	if (unknownNames.has(name) || !/^[a-z][a-z\d-]*$/.test(name)) return false;
	try {
		// Each of these modules exports one grammar, by the package's documentation.
		hljs.registerLanguage(name, load(`highlight.js/lib/languages/${name}`) as LanguageFn);
		return true;
	} catch {
		// No such grammar: the code is shown as it is.
		unknownNames.add(name);
		return false;
	}
}
