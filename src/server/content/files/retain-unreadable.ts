import type { ListedFile, SiteFolderListing } from "./list-site-folder.ts";

/**
 * Puts back what was known of folders that cannot be listed now: a lost permission, or a
 * disk that does not answer, must not take their pages down.
 */
export function retainUnreadable(
	listing: SiteFolderListing,
	previous: SiteFolderListing | undefined,
): SiteFolderListing {
	const { unreadable } = listing;
	if (previous === undefined || unreadable.length === 0) return listing;
	const retain = (now: readonly ListedFile[], before: readonly ListedFile[]) =>
		[...now, ...before.filter(isRetained)].toSorted((one, other) =>
			one.name < other.name ? -1 : 1,
		);
	return {
		...listing,
		pages: retain(listing.pages, previous.pages),
		assets: retain(listing.assets, previous.assets),
		publicFiles: retain(listing.publicFiles, previous.publicFiles),
	};

	function isRetained({ file }: ListedFile): boolean {
		return unreadable.some((folder) => folder === "" || file.startsWith(`${folder}/`));
	}
}
