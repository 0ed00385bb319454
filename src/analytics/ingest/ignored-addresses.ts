import { createAddressList, isAddressEntry } from "../../platform/address-list.ts";
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
