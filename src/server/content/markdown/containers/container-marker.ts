/** The line with which a container starts. */
export interface ContainerMarker {
	readonly colons: number;
	readonly name: string;
	/** Inline Markdown; empty when there is none. */
	readonly title: string;
	/** What stands between braces at the end of the line. */
	readonly attributes: string;
}

const START = /^(?:(:{3,})[ \t]*|(::))([a-z][\w-]*)(.*)$/i;

const END = /^(:{2,})[ \t]*$/;

/**
 * Reads `:::note`, `::: note`, `:::note[Title]`, `:::note Title` or `::card{title="A"}`, with
 * perhaps attributes in braces behind it. Two colons leave no room for a space or a bare title.
 *
 * It is cut up by hand: the one pattern for all of it tries every way to divide a long run
 * of spaces.
 */
export function parseContainerMarker(line: string): ContainerMarker | undefined {
	const [, many, two, name = "", rest = ""] = START.exec(line) ?? [];
	const colons = many?.length ?? two?.length ?? 0;
	if (colons === 0) return undefined;
	const { text, attributes } = cutAttributes(rest);
	if (text.startsWith("[") && text.endsWith("]")) {
		return { colons, name, title: text.slice(1, -1), attributes };
	}
	const isTitle = colons > 2 && /^[ \t]/.test(text);
	return text === "" || isTitle ? { colons, name, title: text.trim(), attributes } : undefined;
}

/** @returns The number of colons, or `undefined` when the line ends no container. */
export function parseContainerEnd(line: string): number | undefined {
	return END.exec(line)?.[1]?.length;
}

function cutAttributes(text: string): { readonly text: string; readonly attributes: string } {
	const trimmed = text.trimEnd();
	const brace = trimmed.endsWith("}") ? trimmed.lastIndexOf("{") : -1;
	if (brace === -1) return { text: trimmed, attributes: "" };
	return { text: trimmed.slice(0, brace).trimEnd(), attributes: trimmed.slice(brace + 1, -1) };
}
