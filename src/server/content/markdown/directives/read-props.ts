import type { StateBlock } from "markdown-it";
import { lineOf } from "../lines.ts";

/** A component that a page uses: `<Card title="A">`, `::card{title="A"}`, `{{< card >}}`. */
export interface Component {
	/** As the author spells it. */
	readonly name: string;
	/** String values; expressions that would have to be run are left out. */
	readonly props: Readonly<Record<string, string>>;
	/** The text that the props were read from; absent for other forms. */
	readonly source?: string;
}

/** A name and an optional value, which is quoted, in braces or bare. */
const PROP =
	/([A-Za-z_:#.@][\w:.-]*)(?:[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)'|\{([^{}]*)\}|([^\s"'{}=<>`]+)))?/g;

/**
 * Parses the attributes of a component in any dialect. A name without a value is `true`. Expressions
 * other than literals are left out.
 *
 * @example
 * readProps('title="A" cols={2} open items={list}'); // { title: "A", cols: "2", open: "true" }
 */
export function readProps(text: string): Record<string, string> {
	const props: [string, string][] = [];
	for (const [, name = "", double, single, braced, bare] of text.matchAll(PROP)) {
		const value = braced === undefined ? (double ?? single ?? bare ?? "true") : readLiteral(braced);
		// Vue and MDC put a colon before values that are not strings.
		if (value !== undefined) props.push([name.replace(/^:/, ""), value]);
	}
	// Creates own properties, even for names such as `__proto__`.
	return Object.fromEntries(props);
}

const QUOTED = /^(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)$/;

/**
 * Evaluates an MDX expression that is a string, a number or a boolean.
 *
 * @returns `undefined` for an expression that would have to be run.
 */
export function readLiteral(expression: string): string | undefined {
	const text = expression.trim();
	const [, double, single, template] = QUOTED.exec(text) ?? [];
	const quoted = double ?? single ?? template;
	if (quoted !== undefined) return quoted;
	return /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(text) ? text : undefined;
}

/** Maximum lines of YAML props. No component needs more. */
const MAX_PROP_LINES = 50;

/**
 * Parses props of Nuxt Content, which are YAML between two lines of hyphens.
 *
 * @returns The props, and the first line after them; `undefined` when there are none.
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
