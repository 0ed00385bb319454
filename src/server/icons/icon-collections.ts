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
	/** How much JSON may be kept parsed, in characters; the collection in use stays. */
	readonly maxKept: number;
}

/** A new one is its npm package and its name here. */
export const ICON_COLLECTIONS = ["heroicons", "lucide", "simple-icons"];

/** Two usual collections, or the one that is larger than all others. */
export const MAX_KEPT = 6_000_000;

/**
 * Reads collections when an icon of theirs is first wanted, since most sites use one of
 * them, and forgets the one that has not been used for longest when they grow too large.
 */
export function createIconCollections(options: IconCollectionsOptions): IconCollections {
	const { names, read, maxKept } = options;
	const kept = new Map<string, { readonly set: IconifyJSON; readonly size: number }>();
	return { names, load };

	function load(name: string): IconifyJSON {
		const known = kept.get(name) ?? parse(read(name));
		kept.delete(name);
		kept.set(name, known);
		forgetOldest();
		return known.set;
	}

	function forgetOldest(): void {
		let total = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
		for (const [name, { size }] of kept) {
			if (total <= maxKept || kept.size === 1) return;
			kept.delete(name);
			total -= size;
		}
	}
}

/** Reads a collection out of the npm package that it comes in. */
export function readCollectionPackage(name: string): string {
	const require = createRequire(import.meta.url);
	return readFileSync(require.resolve(`@iconify-json/${name}/icons.json`), "utf8");
}

function parse(json: string): { readonly set: IconifyJSON; readonly size: number } {
	const set: unknown = JSON.parse(json);
	if (typeof set !== "object" || set === null || !("prefix" in set && "icons" in set)) {
		throw new SyntaxError("An icon collection must have a prefix and icons");
	}
	// Published by Iconify in this form, and checked above to be no other file.
	const { icons, aliases = {}, ...rest } = set as IconifyJSON;
	return {
		set: { ...rest, icons: withoutPrototype(icons), aliases: withoutPrototype(aliases) },
		size: json.length,
	};
}

/** There is no icon called "constructor", although every plain object has a member of that name. */
function withoutPrototype<Value>(members: Record<string, Value>): Record<string, Value> {
	return Object.assign(Object.create(null), members);
}
