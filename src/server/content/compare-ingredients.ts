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
	/** Changes with the operator's drawings. */
	readonly iconsState: string;
}

/** What is new: nothing, only the list of problems, some pages, or anything. */
export type Change = "none" | "problems" | "pages" | "all";

/** Decides what has changed. Most looks find nothing: then every value stays the same object. */
export function compareIngredients(
	previous: (Ingredients & { readonly filesUntilMs: number }) | undefined,
	next: Ingredients & { readonly nowMs: number },
): Change {
	if (previous === undefined || !isSameBesidePages(previous, next)) return "all";
	if (next.nowMs >= previous.filesUntilMs || !hasSamePages(previous, next)) return "pages";
	return hasSameProblems(previous, next) ? "none" : "problems";
}

function isSameBesidePages(
	previous: Ingredients,
	{ settings, listing, placedFiles, iconsState }: Ingredients,
): boolean {
	return (
		previous.settings.config === settings.config &&
		previous.settings.routeRules === settings.routeRules &&
		previous.placedFiles === placedFiles &&
		previous.iconsState === iconsState &&
		isDeepStrictEqual(previous.listing.contentFolders, listing.contentFolders)
	);
}

function hasSameProblems(
	previous: Ingredients,
	{ settings, listing, readings }: Ingredients,
): boolean {
	return (
		isDeepStrictEqual(previous.settings.problems, settings.problems) &&
		isDeepStrictEqual(previous.listing.problems, listing.problems) &&
		previous.readings.size === readings.size &&
		[...readings].every(([file, reading]) => previous.readings.get(file) === reading)
	);
}

/** Ignores readings without a page, such as those of a new file that cannot be read. */
function hasSamePages(previous: Ingredients, { readings }: Ingredients): boolean {
	const pages = pagesOf(readings.values());
	const before = pagesOf(previous.readings.values());
	return before.length === pages.length && before.every((page, index) => page === pages[index]);
}
