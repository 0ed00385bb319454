import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { IconifyIcon, IconifyJSON } from "@iconify/types";
import { matchIconName } from "@iconify/utils/lib/icon/name";
import { getIconData } from "@iconify/utils/lib/icon-set/get-icon";
import { getIcons } from "@iconify/utils/lib/icon-set/get-icons";
import { iconToSVG } from "@iconify/utils/lib/svg/build";
import { LRUCache } from "lru-cache";
import { iconMarkup, SITE_COLLECTION } from "../../shared/theme/icons.ts";
import type { SiteIcons } from "./site-icons.ts";

/** Finds icons for the Markdown parser, React, and browsers. */
export type IconLibrary = ReturnType<typeof openIconLibrary>;

interface IconLibraryOptions {
	readonly siteIcons: SiteIcons;
	readonly log: { readonly error: (details: object, message: string) => void };
	/** Names of collections; absent: the product's collections. */
	readonly names?: readonly string[];
	/** @returns The JSON of a collection; absent: reads its npm package. */
	readonly read?: (name: string) => string;
	/** Characters of JSON that may be cached in parsed form. */
	readonly maxCached?: number;
}

/** To add a collection, add its npm package `@iconify-json/{name}` and its name here. */
export const ICON_COLLECTIONS = ["heroicons", "lucide", "simple-icons"];

/** Size of two common collections, or of the largest one. */
const MAX_CACHED = 6_000_000;

/** Every page uses the icons of the layout. Rendering an icon takes 0.01 ms. */
const MAX_CACHED_MARKUP = 1000;

/** Opens the library of a site: collections, loaded on demand, and the operator's drawings. */
export function openIconLibrary({
	siteIcons,
	log,
	names: known = ICON_COLLECTIONS,
	read = readCollectionPackage,
	maxCached = MAX_CACHED,
}: IconLibraryOptions) {
	const cache = new LRUCache<string, string>({ max: MAX_CACHED_MARKUP });
	const collections = new LRUCache<string, IconifyJSON>({
		maxSize: maxCached,
		memoMethod(name, _stale, { options: entry }) {
			const json = read(name);
			entry.size = json.length;
			return parseCollection(json);
		},
	});
	return { resolve, lookUp };

	/**
	 * @param name Collection and name, such as `lucide:menu`.
	 * @returns The markup of an SVG, or `undefined` when no collection contains it.
	 */
	function resolve(name: string): string | undefined {
		const drawn = cache.get(name);
		if (drawn !== undefined) return drawn;
		const [collection = "", icon = "", ...rest] = name.split(":");
		if (rest.length > 0 || !matchIconName.test(icon)) return undefined;
		if (collection === SITE_COLLECTION) return renderIcon(siteIcons.icon(icon));
		const set = load(collection);
		const markup = typeof set === "object" ? renderIcon(getIconData(set, icon)) : undefined;
		cache.set(name, markup);
		return markup;
	}

	/** @returns Icons in Iconify's JSON; `failed` for an unreadable collection, whose error is in the log. */
	function lookUp(
		collection: string,
		names: readonly string[],
	): IconifyJSON | "unknown-collection" | "failed" {
		if (collection === SITE_COLLECTION) return lookUpSiteIcons(siteIcons, names);
		const set = load(collection);
		if (typeof set === "string") return set;
		const { true: valid = [], false: invalid = [] } = Object.groupBy(names, (name) =>
			matchIconName.test(name) ? "true" : "false",
		);
		return withMissing(getIcons(set, valid, true) ?? { prefix: "", icons: {} }, invalid);
	}

	/** After a failure, the next call retries. */
	function load(collection: string): IconifyJSON | "unknown-collection" | "failed" {
		if (!known.includes(collection)) return "unknown-collection";
		try {
			return collections.memo(collection);
		} catch (err) {
			log.error({ err, collection }, "Loading an icon collection failed");
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

/** @param missing Names without an icon, including invalid names. */
function withMissing(icons: IconifyJSON, missing: readonly string[]): IconifyJSON {
	if (missing.length === 0) return icons;
	return { ...icons, not_found: [...(icons.not_found ?? []), ...missing] };
}

function renderIcon(icon: IconifyIcon | null | undefined): string | undefined {
	if (icon === null || icon === undefined) return undefined;
	const { attributes, body } = iconToSVG(icon);
	return iconMarkup(attributes, body);
}

/** Reads a collection from its npm package. */
function readCollectionPackage(name: string): string {
	const require = createRequire(import.meta.url);
	return readFileSync(require.resolve(`@iconify-json/${name}/icons.json`), "utf8");
}

function parseCollection(json: string): IconifyJSON {
	const set: unknown = JSON.parse(json);
	if (typeof set !== "object" || set === null || !("prefix" in set && "icons" in set)) {
		throw new SyntaxError("An icon collection must have a prefix and icons");
	}
	// Iconify publishes collections in this form; the check above rejects other files.
	const { icons, aliases = {}, ...rest } = set as IconifyJSON;
	return { ...rest, icons: withoutPrototype(icons), aliases: withoutPrototype(aliases) };
}

/** With a prototype, every collection would have an icon called "constructor". */
function withoutPrototype<Value>(members: Record<string, Value>): Record<string, Value> {
	return Object.assign(Object.create(null), members);
}
