import { isIPv6 } from "node:net";

/** Replaces removed text. */
export const REMOVED = "(removed)";

export const MAIL_ADDRESS = /[^\s@/]@[^\s@/]+\.[a-z]{2,}/i;
/** The repetitions are bounded, because anyone can send the text. */
const MAIL_ADDRESSES =
	/(?:[\p{L}\p{N}.!$%*+^_`{|}~-]{1,64}|[=?#&])@(?:[\p{L}\p{N}-]{1,63}\.){1,10}\p{L}[\p{L}\p{N}-]+/gu;
const ONE_MAIL_ADDRESS = new RegExp(`^${MAIL_ADDRESSES.source}$`, "u");

/** Whether the whole text is a mail address. */
export function isMailAddress(text: string): boolean {
	return ONE_MAIL_ADDRESS.test(text);
}

export function removeMailAddresses(text: string): string {
	return text.includes("@") ? text.replace(MAIL_ADDRESSES, REMOVED) : text;
}

/** Candidates for IPv6 addresses. The bound exceeds the longest address. */
const WITH_COLONS = /[0-9a-f:.]{2,50}/gi;
/** IPv4 addresses with decimal, octal or hexadecimal numbers, with or without a port. */
const FOUR_NUMBERS =
	/(?<![\d.])(?:0x[0-9a-f]{1,2}|\d{1,4})(?:(?:\.|\[\.\])(?:0x[0-9a-f]{1,2}|\d{1,4})){3}(?!\d|\.\d)(?::\d{1,5})?/gi;
/** IPv4 addresses in host names of providers, such as `1-2-3-4`. */
const FOUR_JOINED = /(?<![\da-z]|\d[-_])\d{1,3}([-_])\d{1,3}(?:\1\d{1,3}){2}(?![\da-f]|[-_]\d)/gi;
const HOST_OF_ADDRESS = /[0-9a-f.-]{3,80}(?=\.ipv6-literal\.net|\.ip6\.arpa)/gi;

const MAY_HOLD_ADDRESS =
	/\d\.\d|:[^:]*:|\d(?:\[\.\]|\s\.\s)\d|\d[-_]\d{1,3}[-_]\d{1,3}[-_]\d|\dx[0-9a-f]{1,2}\.0x|ip(?:v6-|6\.)/i;

/** Text before a version, which can have four numbers too. */
const BEFORE_VERSION =
	/(?:^|\W)v$|(?:Chrom\w{1,10}|CriOS|Edg\w{0,3}|OPR|Opera|Version|Safari|Firefox|FxiOS|AppleWebKit|Electron|SamsungBrowser|YaBrowser|Vivaldi|Brave|GSA)\/$/i;
const MAX_PREFIX_LENGTH = 20;

export function mayHoldAddress(text: string): boolean {
	return MAY_HOLD_ADDRESS.test(text);
}

/** Removes IP addresses from a text, with or without a port. Product versions stay. */
export function removeAddresses(text: string): string {
	if (!mayHoldAddress(text)) return text;
	return text
		.replace(WITH_COLONS, (run, index: number) => withoutVersion6(run, text.charAt(index - 1)))
		.replace(FOUR_NUMBERS, (run: string, ...rest: unknown[]) => {
			// The arguments after the match: its index and the whole text.
			const [index, whole] = rest as [number, string];
			const before = whole.slice(Math.max(0, index - MAX_PREFIX_LENGTH), index);
			return isFourBytes(run.split(/[^0-9a-fx]+/i)) && !BEFORE_VERSION.test(before) ? REMOVED : run;
		})
		.replace(FOUR_JOINED, (run) => (isFourBytes(run.split(/[-_]/)) ? REMOVED : run))
		.replace(HOST_OF_ADDRESS, REMOVED);
}

/** In `addr:2001:db8::7` the run begins with the first colon. `std::1` is not an address. */
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
