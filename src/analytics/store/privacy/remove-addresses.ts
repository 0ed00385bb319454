import { isIPv6 } from "node:net";

/** Stands in the place of what was taken out of a text. */
export const REMOVED = "(removed)";

export const MAIL_ADDRESS = /[^\s@/]@[^\s@/]+\.[a-z]{2,}/i;
/** Bounded: the text comes from anyone. */
const MAIL_ADDRESSES =
	/(?:[\p{L}\p{N}.!$%*+^_`{|}~-]{1,64}|[=?#&])@(?:[\p{L}\p{N}-]{1,63}\.){1,10}\p{L}[\p{L}\p{N}-]+/gu;
const ONE_MAIL_ADDRESS = new RegExp(`^${MAIL_ADDRESSES.source}$`, "u");

/** Whether a text is a mail address and nothing else. */
export function isMailAddress(text: string): boolean {
	return ONE_MAIL_ADDRESS.test(text);
}

export function removeMailAddresses(text: string): string {
	return text.includes("@") ? text.replace(MAIL_ADDRESSES, REMOVED) : text;
}

/** The length of the longest address. */
const WITH_COLONS = /[0-9a-f:.]{2,50}/gi;
/** Four numbers, also octal and hexadecimal ones, with a port or without. */
const FOUR_NUMBERS =
	/(?<![\d.])(?:0x[0-9a-f]{1,2}|\d{1,4})(?:(?:\.|\[\.\])(?:0x[0-9a-f]{1,2}|\d{1,4})){3}(?!\d|\.\d)(?::\d{1,5})?/gi;
/** As in names that providers give to hosts. */
const FOUR_JOINED = /(?<![\da-z]|\d[-_])\d{1,3}([-_])\d{1,3}(?:\1\d{1,3}){2}(?![\da-f]|[-_]\d)/gi;
const HOST_OF_ADDRESS = /[0-9a-f.-]{3,80}(?=\.ipv6-literal\.net|\.ip6\.arpa)/gi;

const MAY_HOLD_ADDRESS =
	/\d\.\d|:[^:]*:|\d(?:\[\.\]|\s\.\s)\d|\d[-_]\d{1,3}[-_]\d{1,3}[-_]\d|\dx[0-9a-f]{1,2}\.0x|ip(?:v6-|6\.)/i;

/** Versions have four numbers too. */
const BEFORE_VERSION =
	/(?:^|\W)v$|(?:Chrom\w{1,10}|CriOS|Edg\w{0,3}|OPR|Opera|Version|Safari|Firefox|FxiOS|AppleWebKit|Electron|SamsungBrowser|YaBrowser|Vivaldi|Brave|GSA)\/$/i;
const MAX_PREFIX_LENGTH = 20;

export function mayHoldAddress(text: string): boolean {
	return MAY_HOLD_ADDRESS.test(text);
}

/** Takes IP addresses out of a text, with a port or without. Versions of products stay. */
export function removeAddresses(text: string): string {
	if (!mayHoldAddress(text)) return text;
	return text
		.replace(WITH_COLONS, (run, index: number) => withoutVersion6(run, text.charAt(index - 1)))
		.replace(FOUR_NUMBERS, (run: string, ...rest: unknown[]) => {
			// What follows the match: its place and the whole text.
			const [index, whole] = rest as [number, string];
			const before = whole.slice(Math.max(0, index - MAX_PREFIX_LENGTH), index);
			return isFourBytes(run.split(/[^0-9a-fx]+/i)) && !BEFORE_VERSION.test(before) ? REMOVED : run;
		})
		.replace(FOUR_JOINED, (run) => (isFourBytes(run.split(/[-_]/)) ? REMOVED : run))
		.replace(HOST_OF_ADDRESS, REMOVED);
}

/** Of `addr:2001:db8::7`, the run begins with the first colon; `std::1` is no address. */
function withoutVersion6(run: string, before: string): string {
	if (run.indexOf(":") === run.lastIndexOf(":")) return run;
	const start = /^:[^:]/.test(run) ? 1 : 0;
	if (start === 0 && /[\w-]/.test(before)) return run;
	const bare = run.slice(start).replace(/[.:]$/, "");
	const address = [run.slice(start), bare].find((candidate) => isIPv6(candidate));
	return address === undefined ? run : run.replace(address, REMOVED);
}

function isFourBytes(numbers: readonly string[]): boolean {
	return numbers.slice(0, 4).every((number) => {
		const octal = /^0[0-7]+$/.test(number) ? Number.parseInt(number, 8) : Infinity;
		return Math.min(Number(number), octal) <= 255;
	});
}
