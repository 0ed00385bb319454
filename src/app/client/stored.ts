/** What of a window stores values; tests have a part of it. */
export interface Storages {
	readonly localStorage?: StoragePart | undefined;
	readonly sessionStorage?: StoragePart | undefined;
}

type StoragePart = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** @returns `null` for nothing, and `undefined` when the visitor lets no site store anything. */
export function readStored(
	page: Storages,
	storage: keyof Storages,
	key: string,
): string | null | undefined {
	try {
		return page[storage]?.getItem(key);
	} catch {
		// A SecurityError; some browsers return a storage and refuse its use.
		return undefined;
	}
}

/** Stores a value, or removes it. Where storage is blocked or full, the value holds as long as the page. */
export function writeStored(
	page: Storages,
	storage: keyof Storages,
	key: string,
	value: string | undefined,
): void {
	try {
		if (value === undefined) page[storage]?.removeItem(key);
		else page[storage]?.setItem(key, value);
	} catch {
		// The caller has the value in memory.
	}
}
