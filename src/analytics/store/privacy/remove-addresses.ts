import { isIP, isIPv4 } from "node:net";

/** Stands in the place of what was taken out of a text. */
export const REMOVED = "(removed)";

export const MAIL_ADDRESS = /[^\s@/]@[^\s@/]+\.[a-z]{2,}/i;

/** As long as an address may be; longer runs are none. */
const RUN = /[0-9a-f:.]{3,50}/gi;

/** Takes IP addresses out of a text, with a port or without. Versions of products stay. */
export function removeAddresses(text: string): string {
	if (!/\d\.\d|:.*:/.test(text)) return text;
	return text.replace(RUN, (run, index: number) => {
		if (!run.includes(".") && !run.includes(":")) return run;
		const isPartOfWord = /[\w-]$/.test(text.slice(Math.max(0, index - 1), index));
		const isVersion =
			/[a-z]\/$/i.test(text.slice(Math.max(0, index - 2), index)) && !text.startsWith("/");
		return isPartOfWord || isVersion || !isAddress(run) ? run : REMOVED;
	});
}

function isAddress(run: string): boolean {
	const bare = run.replace(/[.:]$/, "");
	return isIP(bare) !== 0 || isIP(run) !== 0 || isIPv4(bare.replace(/:\d+$/, ""));
}
