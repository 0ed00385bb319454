import { createRequire } from "node:module";
import type { HLJSApi, LanguageFn, Mode } from "highlight.js";
import core from "highlight.js/lib/core";
import { byWord } from "../by-word.ts";

/** Longer code is not highlighted: no reader needs its colors, and highlighting it is slow. */
const MAX_CHARACTERS = 50_000;

/** Names that authors use → names of highlight.js grammars, where the two differ. */
const ALIASES = byWord({
	"sh shellscript zsh": "bash",
	"c++": "cpp",
	"c# cs": "csharp",
	postcss: "css",
	patch: "diff",
	docker: "dockerfile",
	golang: "go",
	gql: "graphql",
	"go-html-template hbs": "handlebars",
	toml: "ini",
	"cjs js jsx mjs": "javascript",
	"json5 jsonc": "json",
	kt: "kotlin",
	make: "makefile",
	"md mdx": "markdown",
	objc: "objectivec",
	ps1: "powershell",
	py: "python",
	rb: "ruby",
	rs: "rust",
	"console terminal": "shell",
	"mts ts tsx": "typescript",
	"html svelte svg vue": "xml",
	yml: "yaml",
});

const load = createRequire(import.meta.url);

/** Inner languages of a grammar that allows any: the result must not depend on the loaded grammars. */
const OTHERWISE_ANY = ["json", "xml"];

/** Cached names without a grammar, so that each name reads the disk only once. */
const unknownNames = new Set<string>();

const hljs: HLJSApi = core.newInstance();

/** @returns The name of the grammar for a language, by any of its names in lower case. */
export function grammarOf(language: string): string {
	return ALIASES.get(language) ?? language;
}

/**
 * Highlights code by classes that start with `hljs-`.
 *
 * Each grammar is loaded at its first use: loading the whole collection takes longer than
 * rendering a hundred pages.
 *
 * @param language In lower case, by any of its names.
 * @returns HTML, or `undefined` for code that is not highlighted.
 */
export function highlightCode(code: string, language: string): string | undefined {
	if (code.length > MAX_CHARACTERS) return undefined;
	const name = grammarOf(language);
	if (!isLoaded(name)) return undefined;
	return hljs.highlight(code, { language: name, ignoreIllegals: true }).value;
}

function isLoaded(name: string): boolean {
	if (hljs.getLanguage(name) !== undefined) return true;
	if (unknownNames.has(name) || !/^[a-z][a-z\d-]*$/.test(name)) return false;
	try {
		// Each of these modules exports one grammar, by the package's documentation.
		const define = load(`highlight.js/lib/languages/${name}`) as LanguageFn;
		const inner = new Set<string>();
		hljs.registerLanguage(name, (api) => {
			const grammar = define(api);
			settleInner(grammar, inner, new Set());
			return grammar;
		});
		// Otherwise, inner code is highlighted only if an earlier page has loaded its language.
		for (const language of inner) isLoaded(language);
		return true;
	} catch {
		// No such grammar: the code is not highlighted.
		unknownNames.add(name);
		return false;
	}
}

/** Collects the inner languages of a grammar, and limits modes that allow any language. */
function settleInner(mode: Mode, inner: Set<string>, seen: Set<unknown>): void {
	if (seen.has(mode)) return;
	seen.add(mode);
	const { subLanguage } = mode;
	if (Array.isArray(subLanguage) && subLanguage.length === 0) mode.subLanguage = OTHERWISE_ANY;
	for (const language of [mode.subLanguage ?? []].flat()) inner.add(language);
	for (const value of Object.values(mode)) {
		for (const part of [value].flat()) {
			if (typeof part === "object" && part !== null && !(part instanceof RegExp)) {
				settleInner(part, inner, seen);
			}
		}
	}
}
