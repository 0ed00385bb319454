import { isDeepStrictEqual } from "node:util";
import type { SiteFolderListing } from "./files/list-site-folder.ts";
import type { PlacedFile } from "./files/place-files.ts";
import { type PageReading, pagesOf } from "./pages/read-pages.ts";
import type { SiteSettingsReading } from "./read-settings.ts";

/** What a revision is made of. */
export interface Ingredients {
	readonly settings: SiteSettingsReading;
	readonly listing: SiteFolderListing;
	/** By file relative to the site folder. */
	readonly readings: ReadonlyMap<string, PageReading>;
	/** Every file that is no page, by decoded path. */
	readonly placedFiles: ReadonlyMap<string, PlacedFile>;
}

/**
 * Says what is new: nothing, only what there is to say about it, or what is shown. Looks come
 * often and mostly find nothing: then everything stays the very same values.
 */
export function compareIngredients(
	previous: Ingredients,
	next: Ingredients,
): "none" | "problems" | "content" {
	if (!isSameBesidePages(previous, next)) return "content";
	const { settings, listing, readings } = next;
	const isSame =
		isDeepStrictEqual(previous.settings.problems, settings.problems) &&
		isDeepStrictEqual(previous.listing.problems, listing.problems) &&
		previous.readings.size === readings.size &&
		[...readings].every(([file, reading]) => previous.readings.get(file) === reading);
	if (isSame) return "none";
	return hasSamePages(previous, next) ? "problems" : "content";
}

function isSameBesidePages(
	previous: Ingredients,
	{ settings, listing, placedFiles }: Ingredients,
): boolean {
	return (
		previous.settings.config === settings.config &&
		previous.settings.routeRules === settings.routeRules &&
		previous.placedFiles === placedFiles &&
		isDeepStrictEqual(previous.listing.contentFolders, listing.contentFolders)
	);
}

/** Readings without a page, such as of a new file that cannot be read, do not count. */
function hasSamePages(previous: Ingredients, { readings }: Ingredients): boolean {
	const pages = pagesOf(readings.values());
	const before = pagesOf(previous.readings.values());
	return before.length === pages.length && before.every((page, index) => page === pages[index]);
}
