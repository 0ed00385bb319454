/** The line with which a container starts. */
export interface ContainerMarker {
	readonly colons: number;
	readonly name: string;
	/** Inline Markdown; empty when there is none. */
	readonly title: string;
}

const START = /^(:{3,})[ \t]*([a-z]+)(.*)$/i;

const END = /^(:{2,})[ \t]*$/;

/**
 * Reads `:::note`, `::: note`, `:::note[Title]` or `:::note Title`, with three colons or more
 * and perhaps attributes in braces behind it, which mean nothing here.
 *
 * It is cut up by hand: the one pattern for all of it tries every way to divide a long run
 * of spaces.
 */
export function parseContainerMarker(line: string): ContainerMarker | undefined {
	const [, colons = "", name = "", rest = ""] = START.exec(line) ?? [];
	if (name === "") return undefined;
	const text = withoutAttributes(rest).trimEnd();
	if (text.startsWith("[") && text.endsWith("]")) {
		return { colons: colons.length, name, title: text.slice(1, -1) };
	}
	if (text !== "" && !/^[ \t]/.test(text)) return undefined;
	return { colons: colons.length, name, title: text.trim() };
}

/** @returns The number of colons, or `undefined` when the line ends no container. */
export function parseContainerEnd(line: string): number | undefined {
	return END.exec(line)?.[1]?.length;
}

function withoutAttributes(text: string): string {
	const trimmed = text.trimEnd();
	const brace = trimmed.endsWith("}") ? trimmed.lastIndexOf("{") : -1;
	return brace === -1 ? trimmed : trimmed.slice(0, brace);
}
