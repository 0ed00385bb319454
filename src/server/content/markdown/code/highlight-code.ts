import { createRequire } from "node:module";
import type { HLJSApi, LanguageFn, Mode } from "highlight.js";
import core from "highlight.js/lib/core";
import { runInTime } from "../../run-in-time.ts";

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

/** Shorter code is not worth the clock, a twentieth of a millisecond. */
const WORTH_A_CLOCK = 1500;

/** Where a grammar leaves it open which language is in it, it shall not be whichever is loaded. */
const OTHERWISE_ANY = ["json", "xml"];

/** Names that turned out to have no grammar, so that the disk is asked once. */
const unknownNames = new Set<string>();

let hljs: HLJSApi = core.newInstance();

/** What came of highlighting; `stopped` when it would have taken longer than it may. */
export type Highlighting =
	| { readonly kind: "highlighted"; readonly html: string }
	| { readonly kind: "plain" }
	| { readonly kind: "stopped" };

/**
 * Highlights code by classes that start with `hljs-`.
 *
 * Grammars are loaded when first needed: the whole collection would take longer than
 * rendering a hundred pages.
 *
 * @param language In lower case, by any of its names.
 * @param limitMs Of processor time. There are grammars that take forever for a kilobyte.
 */
export function highlightCode(code: string, language: string, limitMs: number): Highlighting {
	if (code.length > MAX_CHARACTERS) return { kind: "plain" };
	const name = Object.hasOwn(ALIASES, language) ? ALIASES[language] : language;
	if (name === undefined || !isLoaded(name)) return { kind: "plain" };
	const highlight = (): string => {
		// Loaded anew at another attempt.
		isLoaded(name);
		return hljs.highlight(code, { language: name, ignoreIllegals: true }).value;
	};
	if (code.length < WORTH_A_CLOCK) return { kind: "highlighted", html: highlight() };
	const outcome = runInTime(highlight, { limitMs, onStop: forgetGrammars });
	return outcome.kind === "done" ? { kind: "highlighted", html: outcome.result } : outcome;
}

/** What was stopped while it was being loaded or compiled would be of no use ever after. */
export function forgetGrammars(): void {
	hljs = core.newInstance();
	for (const [path, module] of Object.entries(load.cache)) {
		if (module?.loaded === false) delete load.cache[path];
	}
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
		// Otherwise it would depend on the pages before this one whether they are highlighted in it.
		for (const language of inner) isLoaded(language);
		return true;
	} catch {
		// No such grammar: the code is shown as it is.
		unknownNames.add(name);
		return false;
	}
}

/** Collects the languages that can stand within a grammar's own. */
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
