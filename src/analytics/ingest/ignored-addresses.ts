import { createAddressList, isAddressEntry } from "../../platform/address-list.ts";
import type { Settings } from "../store/settings/settings.ts";

/** Addresses whose visits are not counted. Matched on arrival, since events have no address. */
export interface IgnoredAddresses {
	readonly list: () => readonly string[];
	readonly replace: (entries: readonly string[]) => void;
	readonly has: (address: string) => boolean;
}

const KEY = "ignored-addresses";

export function createIgnoredAddresses(settings: Settings): IgnoredAddresses {
	// Only `replace()` writes this setting. Earlier versions stored entries that are invalid now.
	const stored = JSON.parse(settings.get(KEY) ?? "[]") as readonly string[];
	let entries: readonly string[] = stored.filter(isAddressEntry);
	let has = createAddressList(entries);
	return {
		list: () => entries,
		replace: (next) => {
			settings.set(KEY, JSON.stringify(next));
			entries = next;
			has = createAddressList(next);
		},
		has: (address) => entries.length > 0 && has(address),
	};
}
