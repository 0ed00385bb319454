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
