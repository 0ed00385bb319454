import { readLiteral } from "./read-literal.ts";

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
