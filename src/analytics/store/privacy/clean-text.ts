import { cleanRelativeUrl, cleanUrl, type IsKept } from "./clean-url.ts";
import { REMOVED, removeAddresses } from "./remove-addresses.ts";

/** What nothing has to be looked for in. */
const PLAIN = /^[^?#@%:\\`=;]*$/;
/** A word ends where a URL inside other text does, such as at the quotes of an HTML attribute. */
const WORDS = /[^\s"'<>]+/g;
/** To the end of the text that it stands in. */
const AGENT = /\b(?:Mozilla|Opera)\/\d[^"'<>\n]*/g;
const ABSOLUTE = /[a-z][a-z0-9+.-]{0,30}:\/\/|(?:https?|wss?|ftp|mailto):/i;
const ENCODED = /%3a%2f|%2f|%3f/i;
/** `a=1&b=2`, as stands behind a question mark. */
const QUERY = /^[\w.[\]-]{1,60}=[^&]*&/;

/** Whether there is anything to look for: most texts are words and ids. */
export function mayHoldPrivate(text: string): boolean {
	return /[?#@%:\\`=;]|\d\.\d|\b(?:Mozilla|Opera)\//.test(text);
}

/**
 * Takes out of a text what identifies a person: of URLs, wherever they stand, all that is not
 * asked for; addresses in any spelling; user agents.
 *
 * Each word is looked at once: the text comes from anyone.
 *
 * @returns `undefined` when nothing may stay.
 */
export function cleanText(text: string, isKept: IsKept): string | undefined {
	if (/^(?:Mozilla|Opera)\/\d/.test(text)) return undefined;
	const rest = text.replace(AGENT, REMOVED);
	if (PLAIN.test(rest)) return removeAddresses(rest);
	return rest.replace(WORDS, (word) => cleanWord(word, isKept));
}

function cleanWord(word: string, isKept: IsKept): string {
	const start = word.search(ABSOLUTE);
	if (start !== -1) {
		const text = word.slice(start);
		const url = URL.parse(text);
		const prefix = start === 0 ? "" : cleanWord(word.slice(0, start), isKept);
		return prefix + (url === null ? cleanRelativeUrl(text, isKept) : cleanUrl(url, text, isKept));
	}
	if (ENCODED.test(word)) {
		const decoded = decode(word);
		if (decoded !== word && isUrlLike(decoded)) return cleanWord(decoded, isKept);
	}
	if (isUrlLike(word)) return cleanRelativeUrl(word, isKept);
	if (QUERY.test(word)) return cleanRelativeUrl(`?${word}`, isKept).slice(1);
	return removeAddresses(word);
}

/** Prose has question marks too. */
function isUrlLike(word: string): boolean {
	if (ABSOLUTE.test(word)) return true;
	const mark = word.search(/[?#]/);
	if (mark === -1) return word.startsWith("/") && /[;=]/.test(word);
	return word.lastIndexOf("/", mark) !== -1 || word.includes("=", mark);
}

function decode(word: string): string {
	try {
		return decodeURIComponent(word);
	} catch {
		// Percent signs that spell nothing: it is no URL.
		return word;
	}
}
