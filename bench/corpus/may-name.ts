/**
 * Whether the source of a page has the letters of an anchor where ids come from: in a heading, in a
 * summary, or in an id. Where none has, no generator made that id, and the link was dead before.
 */
export function mayName(source: string, anchor: string): boolean {
	const wanted = fold(decode(anchor).replace(/[-_]\d+$/, ""));
	return (source.match(NAMING) ?? []).some((line) => fold(line).includes(wanted));
}

const NAMING =
	/^[ \t>]*#.*|^.+(?=\n(?:=+|-{2,})[ \t]*$)|.*<(?:summary|h\d|dt|a)\b.*|.*\b(?:id|name)=.*|.*\{[^}\n]*#.*|^.*\n(?=:[ \t])|.*<!-- md:.*/gm;

function fold(text: string): string {
	return text
		.toLowerCase()
		.normalize("NFKD")
		.replace(/\]\([^)]*\)/g, "")
		.replace(/[^\p{L}\p{N}]/gu, "");
}

function decode(anchor: string): string {
	try {
		return decodeURIComponent(anchor);
	} catch {
		return anchor;
	}
}
