import type { StateBlock } from "markdown-it";
import { lineOf } from "../lines.ts";

/** Something that a page names instead of writing it: `<Card title="A">`, `::card{title="A"}`, `{{< card >}}`. */
export interface Component {
	/** As the author spells it. */
	readonly name: string;
	/** Texts; what only a program could work out is left out. */
	readonly props: Readonly<Record<string, string>>;
	/** The text that the props were read from; absent for other forms. */
	readonly source?: string;
}

/** A name, and perhaps a value in quotes, in braces or bare. */
const PROP =
	/([A-Za-z_:#.@][\w:.-]*)(?:[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)'|\{([^{}]*)\}|([^\s"'{}=<>`]+)))?/g;

/**
 * Reads the attributes of a component in any of the dialects. A name without a value is switched
 * on; a value that only a program could work out is left out.
 *
 * @example
 * readProps('title="A" cols={2} open items={list}'); // { title: "A", cols: "2", open: "true" }
 */
export function readProps(text: string): Record<string, string> {
	const props: [string, string][] = [];
	for (const [, name = "", double, single, braced, bare] of text.matchAll(PROP)) {
		const value = braced === undefined ? (double ?? single ?? bare ?? "true") : readLiteral(braced);
		// Vue and MDC put a colon before what is not a text.
		if (value !== undefined) props.push([name.replace(/^:/, ""), value]);
	}
	// Own properties only, whatever their names are.
	return Object.fromEntries(props);
}

const QUOTED = /^(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)$/;

/**
 * What an expression of MDX says if it is a plain text, a number or a word of logic.
 *
 * @returns `undefined` for everything that would have to be run.
 */
export function readLiteral(expression: string): string | undefined {
	const text = expression.trim();
	const [, double, single, template] = QUOTED.exec(text) ?? [];
	const quoted = double ?? single ?? template;
	if (quoted !== undefined) return quoted;
	return /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(text) ? text : undefined;
}

/** More lines than the props of any component have. */
const MAX_PROP_LINES = 50;

/**
 * Nuxt Content lets props stand between lines of hyphens.
 *
 * @returns The props, and the first line behind them; `undefined` where there are none.
 */
export function readYamlProps(
	state: StateBlock,
	from: number,
	to: number,
): { readonly props: Component["props"]; readonly end: number } | undefined {
	const limit = Math.min(to, from + MAX_PROP_LINES);
	const lines = Array.from({ length: Math.max(limit - from, 0) }, (_, index) =>
		lineOf(state, from + index).trimEnd(),
	);
	const last = lines.indexOf("---", 1);
	if (lines[0] !== "---" || last === -1) return undefined;
	const pairs = lines.slice(1, last).flatMap((line) => {
		const [, key, value] = /^([\w-]{1,60}):[ \t]+["']?([^\n]*?)["']?$/.exec(line) ?? [];
		return key === undefined ? [] : [[key, value ?? ""] as const];
	});
	return { props: Object.fromEntries(pairs), end: from + last + 1 };
}
