import type { IconifyIcon, IconifyJSON } from "@iconify/types";
import { matchIconName } from "@iconify/utils/lib/icon/name";
import { getIconData } from "@iconify/utils/lib/icon-set/get-icon";
import { getIcons } from "@iconify/utils/lib/icon-set/get-icons";
import { iconToSVG } from "@iconify/utils/lib/svg/build";
import { iconMarkup, SITE_COLLECTION } from "../../shared/appearance/icons.ts";
import type { IconCollections } from "./icon-collections.ts";
import type { SiteIcons } from "./site-icons.ts";

/** What the site knows about icons, for the Markdown parser, React, and browsers. */
export interface IconLibrary {
	/**
	 * @param name Collection and name, such as `lucide:menu`.
	 * @returns The markup of an SVG, or `undefined` when no collection has it.
	 */
	readonly resolve: (name: string) => string | undefined;
	/** Icons as data, in Iconify's JSON. */
	readonly lookUp: (collection: string, names: readonly string[]) => IconLookup;
}

export type IconLookup =
	| { readonly kind: "found"; readonly icons: IconifyJSON }
	| { readonly kind: "unknown-collection" }
	/** It exists and cannot be read; the cause is in the log. */
	| { readonly kind: "failed" };

export interface IconLibraryOptions {
	readonly collections: IconCollections;
	readonly siteIcons: SiteIcons;
	readonly logFailure: (cause: unknown, collection: string) => void;
}

/** Those of the layout are drawn for every page; drawing one anew takes a hundredth of a millisecond. */
const MAX_DRAWN = 1000;

export function createIconLibrary(options: IconLibraryOptions): IconLibrary {
	const { collections, siteIcons, logFailure } = options;
	const drawn = new Map<string, string>();
	return {
		resolve(name) {
			const known = drawn.get(name);
			if (known !== undefined) return known;
			const [collection = "", icon = "", ...rest] = name.split(":");
			if (rest.length > 0 || !isIconName(icon)) return undefined;
			if (collection === SITE_COLLECTION) return renderIcon(siteIcons.icon(icon));
			const set = load(collection);
			return typeof set === "object" ? keep(name, renderIcon(getIconData(set, icon))) : undefined;
		},
		lookUp(collection, names) {
			if (collection === SITE_COLLECTION) return found(lookUpSiteIcons(siteIcons, names));
			const set = load(collection);
			if (typeof set === "string") return { kind: set };
			return found(getIcons(set, names.filter(isIconName), true), names);
		},
	};

	function keep(name: string, markup: string | undefined): string | undefined {
		if (markup === undefined) return undefined;
		if (drawn.size >= MAX_DRAWN) drawn.clear();
		drawn.set(name, markup);
		return markup;
	}

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

/** Names that no collection can have are answered like those that it merely has not. */
function found(icons: IconifyJSON | null, names: readonly string[] = []): IconLookup {
	const answer: IconifyJSON = icons ?? { prefix: "", icons: {} };
	const impossible = names.filter((name) => !isIconName(name));
	if (impossible.length === 0) return { kind: "found", icons: answer };
	const notFound = [...(answer.not_found ?? []), ...impossible];
	return { kind: "found", icons: { ...answer, not_found: notFound } };
}

function lookUpSiteIcons(siteIcons: SiteIcons, names: readonly string[]): IconifyJSON {
	const looked = names.map((name) => [name, siteIcons.icon(name)] as const);
	const drawn = looked.filter((entry): entry is [string, IconifyIcon] => entry[1] !== undefined);
	const missing = looked.filter(([, icon]) => icon === undefined).map(([name]) => name);
	return {
		prefix: SITE_COLLECTION,
		icons: Object.fromEntries(drawn),
		...(missing.length === 0 ? {} : { not_found: missing }),
	};
}

function isIconName(name: string): boolean {
	return matchIconName.test(name);
}

function renderIcon(icon: IconifyIcon | null | undefined): string | undefined {
	if (icon === null || icon === undefined) return undefined;
	const { attributes, body } = iconToSVG(icon);
	return iconMarkup(attributes, body);
}
