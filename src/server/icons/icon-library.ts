import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { IconifyIcon, IconifyJSON } from "@iconify/types";
import { matchIconName } from "@iconify/utils/lib/icon/name";
import { getIconData } from "@iconify/utils/lib/icon-set/get-icon";
import { getIcons } from "@iconify/utils/lib/icon-set/get-icons";
import { iconToSVG } from "@iconify/utils/lib/svg/build";
import { LRUCache } from "lru-cache";
import { iconMarkup, SITE_COLLECTION } from "../../shared/appearance/icons.ts";
import type { SiteIcons } from "./site-icons.ts";

/** Finds icons for the Markdown parser, React, and browsers. */
export interface IconLibrary {
	/**
	 * @param name Collection and name, such as `lucide:menu`.
	 * @returns The markup of an SVG, or `undefined` when no collection contains it.
	 */
	readonly resolve: (name: string) => string | undefined;
	/** Icons as data, in Iconify's JSON. */
	readonly lookUp: (collection: string, names: readonly string[]) => IconLookup;
}

type IconLookup =
	| { readonly kind: "found"; readonly icons: IconifyJSON }
	| { readonly kind: "unknown-collection" }
	/** The collection exists but is not readable; the cause is in the log. */
	| { readonly kind: "failed" };

interface IconLibraryOptions {
	readonly collections: IconCollections;
	readonly siteIcons: SiteIcons;
	readonly logFailure: (cause: unknown, collection: string) => void;
}

interface OpenIconLibraryOptions {
	readonly siteIcons: SiteIcons;
	readonly log: { readonly error: (details: object, message: string) => void };
}

/** The library of a running site: the product's collections and the operator's drawings. */
export function openIconLibrary({ siteIcons, log }: OpenIconLibraryOptions): IconLibrary {
	return createIconLibrary({
		collections: createIconCollections({
			names: ICON_COLLECTIONS,
			read: readCollectionPackage,
			maxCached: MAX_CACHED,
		}),
		siteIcons,
		logFailure: (cause, collection) =>
			log.error({ err: cause, collection }, "Loading an icon collection failed"),
	});
}

/** Every page uses the icons of the layout. Drawing an icon takes a hundredth of a millisecond. */
const MAX_CACHED_MARKUP = 1000;

export function createIconLibrary(options: IconLibraryOptions): IconLibrary {
	const { collections, siteIcons, logFailure } = options;
	const cache = new LRUCache<string, string>({ max: MAX_CACHED_MARKUP });
	return {
		resolve(name) {
			const known = cache.get(name);
			if (known !== undefined) return known;
			const [collection = "", icon = "", ...rest] = name.split(":");
			if (rest.length > 0 || !matchIconName.test(icon)) return undefined;
			if (collection === SITE_COLLECTION) return renderIcon(siteIcons.icon(icon));
			const set = load(collection);
			const markup = typeof set === "object" ? renderIcon(getIconData(set, icon)) : undefined;
			cache.set(name, markup);
			return markup;
		},
		lookUp(collection, names) {
			const isSite = collection === SITE_COLLECTION;
			if (isSite) return { kind: "found", icons: lookUpSiteIcons(siteIcons, names) };
			const set = load(collection);
			if (typeof set === "string") return { kind: set };
			const { true: valid = [], false: invalid = [] } = Object.groupBy(names, (name) =>
				matchIconName.test(name) ? "true" : "false",
			);
			const icons = getIcons(set, valid, true) ?? { prefix: "", icons: {} };
			return { kind: "found", icons: withMissing(icons, invalid) };
		},
	};

	function load(collection: string): IconifyJSON | "unknown-collection" | "failed" {
		if (!collections.names.includes(collection)) return "unknown-collection";
		try {
			return collections.load(collection);
		} catch (cause) {
			logFailure(cause, collection);
			return "failed";
		}
	}
}

function lookUpSiteIcons(siteIcons: SiteIcons, names: readonly string[]): IconifyJSON {
	const looked = names.map((name) => [name, siteIcons.icon(name)] as const);
	const drawn = looked.filter((entry): entry is [string, IconifyIcon] => entry[1] !== undefined);
	const missing = names.filter((name) => !drawn.some(([known]) => known === name));
	return withMissing({ prefix: SITE_COLLECTION, icons: Object.fromEntries(drawn) }, missing);
}

/** @param missing Names that no icon has, or can have. */
function withMissing(icons: IconifyJSON, missing: readonly string[]): IconifyJSON {
	if (missing.length === 0) return icons;
	return { ...icons, not_found: [...(icons.not_found ?? []), ...missing] };
}

function renderIcon(icon: IconifyIcon | null | undefined): string | undefined {
	if (icon === null || icon === undefined) return undefined;
	const { attributes, body } = iconToSVG(icon);
	return iconMarkup(attributes, body);
}

/** The collections that come with the product. */
interface IconCollections {
	readonly names: readonly string[];
	/** @throws When the collection's file cannot be read; the next call tries again. */
	readonly load: (name: string) => IconifyJSON;
}

interface IconCollectionsOptions {
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
