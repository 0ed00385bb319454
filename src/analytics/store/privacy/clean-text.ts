import { cleanRelativeUrl, cleanUrl, type IsKept } from "./clean-url.ts";
import { decodeSpellings, hasSpellings } from "./decode-spellings.ts";
import { isPrivateKey } from "./private-keys.ts";
import {
	mayHoldAddress,
	REMOVED,
	removeAddresses,
	removeMailAddresses,
} from "./remove-addresses.ts";

/** A word ends where a URL inside other text does, such as at the quotes of an HTML attribute. */
const WORDS = /[^\s"'<>]+/g;
/** A user agent, up to the next quote, angle bracket or line end. */
const AGENT = /\b(?:Mozilla|Opera)\/\d[^"'<>\n]*/g;
/** A URL with content instead of a path. The content can have any characters, so all of it matches. */
const CONTENT = /\b(?:data:[\w.+-]*(?:\/[\w.+-]*)?[;,]|(?:javascript|vbscript):(?=\S))[\s\S]*/i;
const SPACED_ADDRESS = /\b\d{1,3}(?:\s\.\s\d{1,3}){3}\b/g;
const CREDENTIALS = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
const ABSOLUTE = /[a-z][a-z0-9+.-]{0,30}:[\\/]{2}|(?:https?|wss?|ftp|mailto):/i;
/** A telephone number or an account, as a URL. */
const NUMBER = /^(?:tel|sms|callto|facetime|skype|whatsapp):./i;
/** A query without its question mark, such as `a=1&b=2`, or its rest, such as `&b=2`. */
const QUERY = /^[\w.[\]-]{1,60}=[^&;]*[&;]|^[&;][\w.[\]-]{1,60}=/;
const ASSIGNMENT = /([\p{L}\p{N}_.[\]-]{1,60})=([^&;,]+)/gu;
/** `"name": ` of JSON, and the `=` before the quotes of an HTML attribute. Few texts contain one. */
const LABEL = /(\\*["'])([^"'\\\n]{1,80})\1\s*:\s*|=(?<=([\p{L}\p{N}_.-]{1,80})=)(?=\\*["'])/gu;
/** The start of a text that is a URL as a whole. */
const STARTS_AS_URL = /^\s*(?:[a-z][a-z0-9+.-]{0,30}:[\\/]|[\\/?#]|[^\s"'<>?#]*[?#&][^\s"'<>])/i;

/** Whether a text needs cleaning: most texts are words and ids. */
export function mayHoldPrivate(text: string): boolean {
	return (
		/[?#@%:\\`=;&]|\b(?:Mozilla|Opera)\/|earer\s|asic\s/.test(text) ||
		mayHoldAddress(text) ||
		hasSpellings(text)
	);
}

/**
 * Removes personal data from a text: all URL parts that are not kept by name, addresses in any spelling, user
 * agents, and credentials.
 *
 * Runs in linear time, because anyone can send the text.
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
	return cleanWords(removeLabeled(rest), isKept);
}

/** Removes values that follow a private name, as in JSON or in an HTML attribute. */
function removeLabeled(text: string): string {
	let result = "";
	let from = 0;
	for (const { 0: label, 2: quoted, 3: attribute, index } of text.matchAll(LABEL)) {
		if (index < from || !isPrivateKey(quoted ?? attribute ?? "")) continue;
		const start = index + label.length;
		const [quote = ""] = /^\\*["']/.exec(text.slice(start, start + 20)) ?? [];
		result += text.slice(from, start) + quote + REMOVED + quote;
		from = endOfValue(text, start, quote);
	}
	return result + text.slice(from);
}

/** Returns the end of a value. After an opening bracket, the value is the rest of the text. */
function endOfValue(text: string, start: number, quote: string): number {
	if (quote !== "") {
		const end = indexOfQuote(text, quote, start + quote.length);
		return end === -1 ? text.length : end + quote.length;
	}
	if (/[[{]/.test(text.charAt(start))) return text.length;
	const length = text.slice(start).search(/[\s,}\]]/);
	return length === -1 ? text.length : start + length;
}

/** Finds a quote that is escaped as often as the one that it closes. */
function indexOfQuote(text: string, quote: string, from: number): number {
	let index = text.indexOf(quote, from);
	while (index > 0 && text[index - 1] === "\\") index = text.indexOf(quote, index + 1);
	return index;
}

/**
 * Cleans a text word by word. A query ends with its URL: at the closing quote or `>`, at a blank, or for a
 * text that is a URL, at the line end. Other quotes and brackets do not end it.
 */
function cleanWords(text: string, isKept: IsKept): string {
	const runsOn = STARTS_AS_URL.test(text);
	let result = "";
	let from = 0;
	for (const { 0: word, index } of text.matchAll(WORDS)) {
		if (index < from) continue;
		const end = index + word.length;
		result += text.slice(from, index) + cleanWord(word, isKept);
		from = opensQuery(word) ? Math.max(end, endOfQuery(text, { index, end, runsOn })) : end;
	}
	return result + text.slice(from);
}

interface QueryPlace {
	/** Start of the word that opens the query. */
	readonly index: number;
	readonly end: number;
	readonly runsOn: boolean;
}

function endOfQuery(text: string, { index, end, runsOn }: QueryPlace): number {
	const opening = text.charAt(index - 1);
	if (opening === "<") return orEnd(text, text.indexOf(">", end));
	if (opening === '"' || opening === "'") {
		const escapes = /\\*$/.exec(text.slice(Math.max(0, index - 9), index - 1))?.[0] ?? "";
		const quote = escapes + opening;
		// The word ends with the escapes of the closing quote.
		return orEnd(text, indexOfQuote(text, quote, Math.max(index, end - escapes.length)));
	}
	return orEnd(text, indexOf(text, runsOn ? "\n" : /\s/, end));
}

function indexOf(text: string, mark: string | RegExp, from: number): number {
	const length = text.slice(from).search(mark);
	return length === -1 ? -1 : from + length;
}

function orEnd(text: string, index: number): number {
	return index === -1 ? text.length : index;
}

function opensQuery(word: string): boolean {
	if (!/[?#=;&%\\]/.test(word)) return false;
	const decoded = decodeSpellings(word);
	return (
		isUrlLike(decoded) ||
		(ABSOLUTE.test(decoded) && /[?#]/.test(decoded)) ||
		QUERY.test(decoded) ||
		removeAssigned(decoded) !== decoded
	);
}

function removeAssigned(text: string): string {
	return text.replace(ASSIGNMENT, (match, name: string) =>
		isPrivateKey(name) || /session|sid$|auth/i.test(name) ? `${name}=${REMOVED}` : match,
	);
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
	if (decoded !== word && isPrivateWord(decoded)) return cleanText(decoded, isKept) ?? REMOVED;
	if (QUERY.test(word)) return cleanRelativeUrl(`?${word}`, isKept).slice(1);
	if (NUMBER.test(word)) return word.slice(0, word.indexOf(":") + 1) + REMOVED;
	return removeAddresses(removeMailAddresses(removeAssigned(word)));
}

function isPrivateWord(word: string): boolean {
	return (
		isUrlLike(word) ||
		[ABSOLUTE, QUERY, NUMBER].some((pattern) => pattern.test(word)) ||
		[removeAddresses, removeMailAddresses, removeAssigned, removeLabeled].some(
			(remove) => remove(word) !== word,
		)
	);
}

/** A question mark at the end of a word is prose. */
function isUrlLike(word: string): boolean {
	if (/^[\\/]{2}[^\\/]*@/.test(word)) return true;
	const mark = word.search(/[?#]/);
	if (mark === -1) return word.startsWith("/") && /[;=]/.test(word);
	if (word[mark] === "?" && /[\w%]/.test(word.charAt(mark + 1))) return true;
	return word.lastIndexOf("/", mark) !== -1 || word.includes("=", mark);
}
