import { randomBytes } from "node:crypto";
import type { Settings } from "./settings.ts";

const KEY = "store-name";

/** @returns The name of this store in exports and in ClickHouse: random, and the same for the life of the file. */
export function storeName(settings: Settings): string {
	const known = settings.get(KEY);
	if (known !== undefined) return known;
	const name = `loggia-${randomBytes(8).toString("hex")}`;
	settings.set(KEY, name);
	return name;
}
