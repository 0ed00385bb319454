/** Storages of a window; tests pass a subset. */
export interface Storages {
	readonly localStorage?: StoragePart | undefined;
	readonly sessionStorage?: StoragePart | undefined;
}

type StoragePart = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** @returns `null` without a value; `undefined` when storage is blocked. */
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

/** Stores or removes a value. If storage is blocked or full, the value lasts as long as the page. */
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
