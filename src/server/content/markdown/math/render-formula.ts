import { createRequire } from "node:module";
import type Katex from "katex";

const require = createRequire(import.meta.url);

/** Formulas that people read are shorter; nothing of a longer one is worked out. */
const MAX_CHARACTERS = 2000;

/** By formula: pages repeat them, and each takes a millisecond. */
const known = new Map<string, string>();

const MAX_KNOWN = 500;

export interface Formula {
	/** In TeX. */
	readonly tex: string;
	readonly isBlock: boolean;
}

/**
 * Writes a formula as MathML, which browsers show by themselves. The library is loaded with the first one.
 *
 * @returns `undefined` for what is no formula, or too long for one.
 */
export function renderFormula({ tex, isBlock }: Formula): string | undefined {
	if (tex.length > MAX_CHARACTERS) return undefined;
	const key = `${isBlock} ${tex}`;
	const last = known.get(key);
	if (last !== undefined) return last;
	const html = typeset(tex, isBlock);
	if (known.size >= MAX_KNOWN) known.clear();
	if (html !== undefined) known.set(key, html);
	return html;
}

function typeset(tex: string, isBlock: boolean): string | undefined {
	// CommonJS is what `require` gives, whose one value is the library.
	const katex = require("katex") as typeof Katex;
	try {
		const html = katex.renderToString(tex, {
			output: "mathml",
			displayMode: isBlock,
			strict: "ignore",
			trust: false,
			maxSize: 50,
			maxExpand: 200,
		});
		const math = /<math.*<\/math>/s.exec(html)?.[0];
		// The policy of pages lets no style in; the source in TeX would be read out a second time.
		return math
			?.replace(/<annotation\b.*?<\/annotation>/s, "")
			.replace(/<\/?semantics>/g, "")
			.replaceAll(/ style="[^"]*"/g, "");
	} catch {
		// No TeX, or more than it may be: then it is text.
		return undefined;
	}
}
