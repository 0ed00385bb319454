import { BlockList, isIP, isIPv6 } from "node:net";
import type { Settings } from "../store/settings/settings.ts";

/** Addresses whose visits are not counted. Events never carry one: they are matched on arrival. */
export interface IgnoredAddresses {
	readonly list: () => readonly string[];
	readonly replace: (entries: readonly string[]) => void;
	readonly has: (address: string) => boolean;
}

const KEY = "ignored-addresses";

export function createIgnoredAddresses(settings: Settings): IgnoredAddresses {
	// Nothing but `replace()` writes it; earlier versions took what no matcher takes.
	const stored = JSON.parse(settings.get(KEY) ?? "[]") as readonly string[];
	let entries: readonly string[] = stored.filter(isAddressEntry);
	let matcher = createMatcher(entries);
	return {
		list: () => entries,
		replace: (next) => {
			settings.set(KEY, JSON.stringify(next));
			entries = next;
			matcher = createMatcher(next);
		},
		has: (address) =>
			entries.length > 0 && matcher.check(plainAddress(address), familyOf(plainAddress(address))),
	};
}

/** Whether a text is an address or a network, such as `203.0.113.7` or `2001:db8::/32`. */
export function isAddressEntry(text: string): boolean {
	const [, address = "", prefix] = ENTRY.exec(text) ?? [];
	const version = isIP(address);
	return version !== 0 && Number(prefix ?? 0) <= (version === 6 ? 128 : 32);
}

/** An address, perhaps with the length of a prefix; addresses of one link (`%eth0`) never arrive. */
const ENTRY = /^([^/%]+)(?:\/(\d{1,3}))?$/;

function createMatcher(entries: readonly string[]): BlockList {
	const matcher = new BlockList();
	for (const entry of entries) {
		const [address = "", prefix] = entry.split("/");
		if (prefix === undefined) matcher.addAddress(plainAddress(address), familyOf(address));
		else matcher.addSubnet(address, Number(prefix), isIPv6(address) ? "ipv6" : "ipv4");
	}
	return matcher;
}

/** A socket for both families calls IPv4 addresses `::ffff:203.0.113.7`. */
function plainAddress(address: string): string {
	return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}

function familyOf(address: string): "ipv4" | "ipv6" {
	return isIPv6(plainAddress(address)) ? "ipv6" : "ipv4";
}
