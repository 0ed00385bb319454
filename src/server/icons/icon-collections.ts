import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { IconifyJSON } from "@iconify/types";

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
	/** Characters of JSON that may be cached in parsed form. The collection in use always stays. */
	readonly maxCached: number;
}

/** To add a collection, add its npm package and its name here. */
export const ICON_COLLECTIONS = ["heroicons", "lucide", "simple-icons"];

/** Two common collections, or the largest one. */
export const MAX_CACHED = 6_000_000;

/** Loads collections on demand, and evicts the least recently used ones when the cache is full. */
export function createIconCollections(options: IconCollectionsOptions): IconCollections {
	const { names, read, maxCached } = options;
	const cache = new Map<string, { readonly set: IconifyJSON; readonly size: number }>();
	return { names, load };

	function load(name: string): IconifyJSON {
		const known = cache.get(name) ?? parse(read(name));
		cache.delete(name);
		cache.set(name, known);
		evictOldest();
		return known.set;
	}

	function evictOldest(): void {
		let total = [...cache.values()].reduce((sum, { size }) => sum + size, 0);
		for (const [name, { size }] of cache) {
			if (total <= maxCached || cache.size === 1) return;
			cache.delete(name);
			total -= size;
		}
	}
}

/** Reads a collection from its npm package. */
export function readCollectionPackage(name: string): string {
	const require = createRequire(import.meta.url);
	return readFileSync(require.resolve(`@iconify-json/${name}/icons.json`), "utf8");
}

function parse(json: string): { readonly set: IconifyJSON; readonly size: number } {
	const set: unknown = JSON.parse(json);
	if (typeof set !== "object" || set === null || !("prefix" in set && "icons" in set)) {
		throw new SyntaxError("An icon collection must have a prefix and icons");
	}
	// Iconify publishes collections in this form; the check above rejects other files.
	const { icons, aliases = {}, ...rest } = set as IconifyJSON;
	return {
		set: { ...rest, icons: withoutPrototype(icons), aliases: withoutPrototype(aliases) },
		size: json.length,
	};
}

/** Without it, every collection would have an icon called "constructor". */
function withoutPrototype<Value>(members: Record<string, Value>): Record<string, Value> {
	return Object.assign(Object.create(null), members);
}
