import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { IconifyJSON } from "@iconify/types";
import { LRUCache } from "lru-cache";

/** The collections that come with the product. */
export interface IconCollections {
	readonly names: readonly string[];
	/** @throws When the collection's file cannot be read; the next call tries again. */
	readonly load: (name: string) => IconifyJSON;
}

export interface IconCollectionsOptions {
	/** Each is the npm package `@iconify-json/{name}`. */
	readonly names: readonly string[];
	/** @returns The JSON of a collection. */
	readonly read: (name: string) => string;
	/** Characters of JSON that may be cached in parsed form. */
	readonly maxCached: number;
}

/** To add a collection, add its npm package and its name here. */
export const ICON_COLLECTIONS = ["heroicons", "lucide", "simple-icons"];

/** Two common collections, or the largest one. */
export const MAX_CACHED = 6_000_000;

/** Loads collections on demand. */
export function createIconCollections(options: IconCollectionsOptions): IconCollections {
	const { names, read, maxCached } = options;
	const cache = new LRUCache<string, IconifyJSON>({
		maxSize: maxCached,
		memoMethod(name, _stale, { options: entry }) {
			const json = read(name);
			entry.size = json.length;
			return parse(json);
		},
	});
	return { names, load: (name) => cache.memo(name) };
}

/** Reads a collection from its npm package. */
export function readCollectionPackage(name: string): string {
	const require = createRequire(import.meta.url);
	return readFileSync(require.resolve(`@iconify-json/${name}/icons.json`), "utf8");
}

function parse(json: string): IconifyJSON {
	const set: unknown = JSON.parse(json);
	if (typeof set !== "object" || set === null || !("prefix" in set && "icons" in set)) {
		throw new SyntaxError("An icon collection must have a prefix and icons");
	}
	// Iconify publishes collections in this form; the check above rejects other files.
	const { icons, aliases = {}, ...rest } = set as IconifyJSON;
	return { ...rest, icons: withoutPrototype(icons), aliases: withoutPrototype(aliases) };
}

/** Without it, every collection would have an icon called "constructor". */
function withoutPrototype<Value>(members: Record<string, Value>): Record<string, Value> {
	return Object.assign(Object.create(null), members);
}
