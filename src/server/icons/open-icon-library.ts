import {
	createIconCollections,
	ICON_COLLECTIONS,
	MAX_KEPT,
	readCollectionPackage,
} from "./icon-collections.ts";
import { createIconLibrary, type IconLibrary } from "./icon-library.ts";
import type { SiteIcons } from "./site-icons.ts";

export interface OpenIconLibraryOptions {
	readonly siteIcons: SiteIcons;
	readonly log: { readonly error: (details: object, message: string) => void };
}

/** The library of the running site: the product's collections and the operator's drawings. */
export function openIconLibrary({ siteIcons, log }: OpenIconLibraryOptions): IconLibrary {
	return createIconLibrary({
		collections: createIconCollections({
			names: ICON_COLLECTIONS,
			read: readCollectionPackage,
			maxKept: MAX_KEPT,
		}),
		siteIcons,
		logFailure: (cause, collection) =>
			log.error({ err: cause, collection }, "Loading an icon collection failed"),
	});
}
