import { endOfString } from "./json-shape.ts";

/** Numbers that other languages write and JSON lacks. */
const NOT_FINITE = /-?\b(?:NaN|Infinity)\b/g;

/**
 * Turns `NaN` and `Infinity` outside of strings into `null`, like PostHog: the standard
 * JSON writers of Python and PHP send them.
 *
 * @returns The changed text, or `undefined` if there is nothing to replace.
 * @example
 * withoutNonFinite('{"a": NaN}'); // '{"a": null}'
 */
export function withoutNonFinite(json: string): string | undefined {
	const parts: string[] = [];
	let copied = 0;
	let quote = json.indexOf('"');
	let stringEnd = 0;
	for (const { 0: name, index } of json.matchAll(NOT_FINITE)) {
		// Scans each string once: one string can contain a million such names.
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
