import { decodeSpellings } from "./decode-spellings.ts";
import { MAIL_ADDRESS, REMOVED, removeAddresses } from "./remove-addresses.ts";

/** Whether a query parameter of that name stays. */
export type IsKept = (name: string) => boolean;

/**
 * Rebuilds a URL from the parts that may be stored: no user, no parameter that is not kept, no
 * fragment with values. Where nothing is taken out, the text stays as it is.
 *
 * @param text What the URL was parsed from.
 */
export function cleanUrl(url: URL, text: string, isKept: IsKept): string {
	const { protocol, host, pathname, search, hash } = url;
	const authority = /^[a-z][\w+.-]*:[\\/]{2}/i.test(text) || host !== "" ? `//${host}` : "";
	const rest = cleanPath(pathname) + cleanQuery(search, isKept) + cleanFragment(hash);
	const cleaned = `${protocol}${authority}${rest}`;
	return cleaned === url.href ? text : cleaned;
}

/** User and password, where a URL has no scheme or none of its host can be read. */
const USER = /^((?:[a-z][a-z0-9+.-]*:)?[\\/]{2,})[^/?#]*@/i;

/** The same for what stands behind the host, or for a URL without one. */
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

/** Marks that end a value, and that parsers of other houses take for the beginning of the next. */
const ENDS = /[?&;#=`\\]/;

/** Parameters of a segment, and a query that was encoded into it, go with what is behind them. */
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

/** No search and no number of a page holds another URL with a user, credentials or a content. */
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
 * @returns The value, cut where another could begin; `undefined` for one that identifies a person. `H&M`
 *   stays: no parameter follows.
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
