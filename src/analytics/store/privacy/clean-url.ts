import { decodeSpellings } from "./decode-spellings.ts";
import { MAIL_ADDRESS, REMOVED, removeAddresses } from "./remove-addresses.ts";

/** Whether to keep a query parameter, by its name. */
export type IsKept = (name: string) => boolean;

/**
 * Rebuilds a URL from the parts that may be stored: no user, no parameter that is not kept, no fragment with
 * values. Returns `text` unchanged if nothing is removed.
 *
 * @param text The text that the URL was parsed from.
 */
export function cleanUrl(url: URL, text: string, isKept: IsKept): string {
	const { protocol, host, pathname, search, hash } = url;
	const authority = /^[a-z][\w+.-]*:[\\/]{2}/i.test(text) || host !== "" ? `//${host}` : "";
	const rest = cleanPath(pathname) + cleanQuery(search, isKept) + cleanFragment(hash);
	const cleaned = `${protocol}${authority}${rest}`;
	return cleaned === url.href ? text : cleaned;
}

/** User and password of a URL without a scheme or with an unreadable host. */
const USER = /^((?:[a-z][a-z0-9+.-]*:)?[\\/]{2,})[^/?#]*@/i;

/** Cleans a URL without a host, such as a path with a query, or one that cannot be parsed. */
export function cleanRelativeUrl(text: string, isKept: IsKept): string {
	const anonymous = text.replace(USER, "$1");
	if (anonymous !== text) return cleanRelativeUrl(anonymous, isKept);
	const hash = text.indexOf("#");
	const beforeHash = hash === -1 ? text : text.slice(0, hash);
	const mark = beforeHash.indexOf("?");
	const path = mark === -1 ? beforeHash : beforeHash.slice(0, mark);
	const query = mark === -1 ? "" : beforeHash.slice(mark);
	return (
		cleanPath(path) + cleanQuery(query, isKept) + cleanFragment(hash === -1 ? "" : text.slice(hash))
	);
}

/** Characters that end a value. Some parsers start the next parameter after them. */
const ENDS = /[?&;#=`\\]/;

/** Cuts each segment at its first parameter, or at a query that is encoded into it. */
function cleanPath(path: string): string {
	return path
		.split("/")
		.map((segment) => {
			const decoded = decodeSpellings(segment);
			if (MAIL_ADDRESS.test(decoded)) return REMOVED;
			if (removeAddresses(decoded) !== decoded && decoded !== segment) return REMOVED;
			if (!/[?;#=`\\]/.test(decoded)) return removeAddresses(segment);
			return encodeURI(decoded.slice(0, decoded.search(ENDS)));
		})
		.join("/");
}

/** @param query Begins with `?`, or is empty. */
function cleanQuery(query: string, isKept: IsKept): string {
	const kept = query
		.slice(1)
		.split(/[&;?]/)
		.flatMap((parameter) => cleanParameter(parameter, isKept));
	return kept.length === 0 ? "" : `?${kept.join("&")}`;
}

/** Patterns that no search or page number contains: a URL with a user, credentials, or URLs with content. */
const HIDDEN_PRIVATE =
	/\b(?:data|javascript|vbscript|tel|sms):|[\\/]{2}[^\\/]*@|\b(?:bearer|basic)(?:\s|\+)+\S/i;

function cleanParameter(parameter: string, isKept: IsKept): readonly string[] {
	const equals = parameter.indexOf("=");
	const name = equals === -1 ? parameter : parameter.slice(0, equals);
	if (!isKept(name)) return [];
	if (equals === -1) return [parameter];
	const raw = parameter.slice(equals + 1);
	const decoded = decodeSpellings(raw);
	const value = HIDDEN_PRIVATE.test(decoded) ? undefined : cleanValue(raw, decoded);
	if (value === undefined) return [];
	return [value === raw ? parameter : `${name}=${encodeURIComponent(value)}`];
}

/**
 * @returns The value, cut where another parameter could start, or `undefined` if it identifies a person.
 * `H&M` stays: an `&` alone does not cut.
 */
export function cleanValue(raw: string, decoded = decodeSpellings(raw)): string | undefined {
	if (MAIL_ADDRESS.test(decoded) || removeAddresses(decoded) !== decoded) return undefined;
	return /[?;#=`\\]/.test(decoded) ? decoded.slice(0, decoded.search(ENDS)) : raw;
}

const MAX_FRAGMENT_LENGTH = 100;

function cleanFragment(fragment: string): string {
	const decoded = decodeSpellings(fragment.slice(1));
	const isPlain = decoded.length <= MAX_FRAGMENT_LENGTH && !ENDS.test(decoded);
	return isPlain && !MAIL_ADDRESS.test(decoded) ? fragment : "";
}
