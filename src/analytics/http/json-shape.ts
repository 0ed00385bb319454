/** Real events are five levels deep; later readers of events recurse. */
export const MAX_JSON_DEPTH = 64;

/** Allows a batch of ten thousand events, and refuses an object with a million keys. */
export const MAX_JSON_MEMBERS = 20_000;

/** Far more than ten thousand full page views have, and far fewer than 20 MB of commas have. */
export const MAX_JSON_VALUES = 1_500_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Looks for shapes that cost far more memory or time than their size suggests, before parsing.
 *
 * Does not validate: `JSON.parse` refuses invalid JSON later.
 *
 * @returns The problem, or `undefined`.
 */
export function checkJsonShape(text: string): string | undefined {
	const members = new Int32Array(MAX_JSON_DEPTH + 1);
	let depth = 0;
	let values = 0;
	for (let index = 0; index < text.length; index += 1) {
		const character = text.charCodeAt(index);
		if (character === QUOTE) {
			index = endOfString(text, index);
		} else if (character === COMMA) {
			values += 1;
			const count = (members[depth] ?? 0) + 1;
			members[depth] = count;
			if (count > MAX_JSON_MEMBERS)
				return `more than ${MAX_JSON_MEMBERS} members in one object or list`;
			if (values > MAX_JSON_VALUES) return `more than ${MAX_JSON_VALUES} values`;
		} else if (character === OPEN_BRACE || character === OPEN_BRACKET) {
			depth += 1;
			if (depth > MAX_JSON_DEPTH) return `nested deeper than ${MAX_JSON_DEPTH} levels`;
			members[depth] = 0;
		} else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) {
			depth = Math.max(0, depth - 1);
		}
	}
	return undefined;
}

/** @returns Index of the closing quote, or the length of a text without one. */
export function endOfString(text: string, start: number): number {
	let end = text.indexOf('"', start + 1);
	while (end !== -1 && isEscaped(text, end, start)) end = text.indexOf('"', end + 1);
	return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes precedes the quote. */
function isEscaped(text: string, quote: number, start: number): boolean {
	let index = quote - 1;
	while (index > start && text.charCodeAt(index) === BACKSLASH) index -= 1;
	return (quote - 1 - index) % 2 === 1;
}
