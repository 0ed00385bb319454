/** The numbers that other languages write and JSON does not have. */
const NOT_FINITE = /-?\b(?:NaN|Infinity)\b/;

/** Only what one page of properties can be: the text is read twice more. */
const MAX_LENGTH = 1024 * 1024;

/**
 * Turns `NaN` and `Infinity` into `null`, outside of strings: Python's and PHP's own JSON
 * writers send them, and the real service takes them so.
 *
 * @returns The text that may parse now, or `undefined` when there is nothing to turn.
 */
export function withoutNonFinite(json: string): string | undefined {
	if (json.length > MAX_LENGTH || !NOT_FINITE.test(json)) return undefined;
	const all = new RegExp(NOT_FINITE, "g");
	const parts: string[] = [];
	for (let start = 0; start < json.length; ) {
		const quote = indexOrEnd(json, '"', start);
		const end = endOfString(json, quote);
		parts.push(json.slice(start, quote).replace(all, "null"), json.slice(quote, end));
		start = end;
	}
	return parts.join("");
}

/** @returns The index behind the closing quote, or the text's end when there is none. */
function endOfString(json: string, quote: number): number {
	for (let index = quote + 1; index < json.length; index += 1) {
		if (json[index] === "\\") index += 1;
		else if (json[index] === '"') return index + 1;
	}
	return json.length;
}

function indexOrEnd(text: string, part: string, from: number): number {
	const index = text.indexOf(part, from);
	return index === -1 ? text.length : index;
}
