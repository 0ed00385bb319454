import { endOfString } from "./json-shape.ts";

/** The numbers that other languages write and JSON does not have. */
const NOT_FINITE = /-?\b(?:NaN|Infinity)\b/g;

/**
 * Turns `NaN` and `Infinity` into `null`, outside of strings: Python's and PHP's own JSON
 * writers send them, and the real service takes them so.
 *
 * @returns The text that may parse now, or `undefined` when there is nothing to turn.
 * @example
 * withoutNonFinite('{"a": NaN}'); // '{"a": null}'
 */
export function withoutNonFinite(json: string): string | undefined {
	const parts: string[] = [];
	let copied = 0;
	let quote = json.indexOf('"');
	let stringEnd = 0;
	for (const { 0: name, index } of json.matchAll(NOT_FINITE)) {
		// Each string is looked at once: there can be a million names in one.
		while (quote !== -1 && quote < index) {
			stringEnd = endOfString(json, quote) + 1;
			quote = json.indexOf('"', stringEnd);
		}
		if (stringEnd > index) continue;
		parts.push(json.slice(copied, index), "null");
		copied = index + name.length;
	}
	return parts.length === 0 ? undefined : parts.join("") + json.slice(copied);
}
