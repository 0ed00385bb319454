import { cleanRelativeUrl, cleanUrl, type IsKept } from "./clean-url.ts";
import { decodeSpellings, hasSpellings } from "./decode-spellings.ts";
import { mayHoldAddress, REMOVED, removeAddresses } from "./remove-addresses.ts";

/** A word ends where a URL inside other text does, such as at the quotes of an HTML attribute. */
const WORDS = /[^\s"'<>]+/g;
/** To the end of the text that it stands in. */
const AGENT = /\b(?:Mozilla|Opera)\/\d[^"'<>\n]*/g;
/** What such a URL holds is no place but a content, with any characters in it. */
const CONTENT = /\b(?:data:[\w.+-]*(?:\/[\w.+-]*)?[;,]|(?:javascript|vbscript):(?=\S))[\s\S]*/i;
const SPACED_ADDRESS = /\b\d{1,3}(?:\s\.\s\d{1,3}){3}\b/g;
const CREDENTIALS = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
const ABSOLUTE = /[a-z][a-z0-9+.-]{0,30}:[\\/]{2}|(?:https?|wss?|ftp|mailto):/i;
/** Of a person, or of a telephone. */
const NUMBER = /^(?:tel|sms|callto|facetime|skype|whatsapp):./i;
/** `a=1&b=2`, as stands behind a question mark, or `&b=2` behind what ended a word. */
const QUERY = /^[\w.[\]-]{1,60}=[^&;]*[&;]|^[&;][\w.[\]-]{1,60}=/;
const SECRET =
	/^([\w.[\]-]*(?:token|secret|passw(?:or)?d|pwd|session|sid|auth|api-?_?key|signature|jwt|otp|credential)[\w.[\]-]*)=./i;

/** Whether there is anything to look for: most texts are words and ids. */
export function mayHoldPrivate(text: string): boolean {
	return (
		/[?#@%:\\`=;&]|\b(?:Mozilla|Opera)\/|earer\s|asic\s/.test(text) ||
		mayHoldAddress(text) ||
		hasSpellings(text)
	);
}

/**
 * Takes out of a text what identifies a person: of URLs, wherever they stand, all that is not
 * asked for; addresses in any spelling; user agents; credentials.
 *
 * Each word is looked at once: the text comes from anyone.
 *
 * @returns `undefined` when nothing may stay.
 */
export function cleanText(text: string, isKept: IsKept): string | undefined {
	if (/^(?:Mozilla|Opera)\/\d/.test(text)) return undefined;
	const rest = text
		.replace(AGENT, REMOVED)
		.replace(CONTENT, REMOVED)
		.replace(SPACED_ADDRESS, (address) => address.replace(/\s/g, ""))
		.replace(CREDENTIALS, `$1 ${REMOVED}`);
	return rest.replace(WORDS, (word) => cleanWord(word, isKept));
}

function cleanWord(word: string, isKept: IsKept): string {
	if (!mayHoldPrivate(word)) return word;
	const start = word.search(ABSOLUTE);
	if (start !== -1) {
		const text = word.slice(start);
		const url = URL.parse(text);
		const prefix = start === 0 ? "" : cleanWord(word.slice(0, start), isKept);
		return prefix + (url === null ? cleanRelativeUrl(text, isKept) : cleanUrl(url, text, isKept));
	}
	if (isUrlLike(word)) return cleanRelativeUrl(word, isKept);
	const decoded = decodeSpellings(word);
	if (decoded !== word && isPrivateWord(decoded)) {
		return decoded.replace(WORDS, (part) => cleanWord(part, isKept));
	}
	if (QUERY.test(word)) return cleanRelativeUrl(`?${word}`, isKept).slice(1);
	if (NUMBER.test(word)) return word.slice(0, word.indexOf(":") + 1) + REMOVED;
	return removeAddresses(word.replace(SECRET, `$1=${REMOVED}`));
}

function isPrivateWord(word: string): boolean {
	return (
		isUrlLike(word) ||
		[ABSOLUTE, QUERY, NUMBER, SECRET].some((pattern) => pattern.test(word)) ||
		removeAddresses(word) !== word
	);
}

/** Prose has question marks too, at the end of a word. */
function isUrlLike(word: string): boolean {
	if (/^[\\/]{2}[^\\/]*@/.test(word)) return true;
	const mark = word.search(/[?#]/);
	if (mark === -1) return word.startsWith("/") && /[;=]/.test(word);
	if (word[mark] === "?" && mark > 0 && /[\w%]/.test(word.charAt(mark + 1))) return true;
	return word.lastIndexOf("/", mark) !== -1 || word.includes("=", mark);
}
