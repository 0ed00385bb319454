import {
	createIconCollections,
	ICON_COLLECTIONS,
	MAX_KEPT,
	readCollectionPackage,
} from "./icon-collections.ts";
import { createIconLibrary, type IconLibrary } from "./icon-library.ts";
import { createSiteIcons } from "./site-icons.ts";

export interface OpenIconLibraryOptions {
	/** An absolute path; asked each time, since another folder can be shown under way. */
	readonly siteFolder: () => string;
	readonly log: {
		readonly warn: (message: string) => void;
		readonly error: (details: object, message: string) => void;
	};
}

/** The library of the running site: the product's collections and the operator's drawings. */
export function openIconLibrary({ siteFolder, log }: OpenIconLibraryOptions): IconLibrary {
	return createIconLibrary({
		collections: createIconCollections({
			names: ICON_COLLECTIONS,
			read: readCollectionPackage,
			maxKept: MAX_KEPT,
		}),
		siteIcons: createSiteIcons({ siteFolder, warn: (message) => log.warn(message) }),
		logFailure: (cause, collection) =>
			log.error({ err: cause, collection }, "Loading an icon collection failed"),
	});
}
