import type { FastifyBaseLogger } from "fastify";
import {
	createIconCollections,
	ICON_COLLECTIONS,
	MAX_KEPT,
	readCollectionPackage,
} from "./icon-collections.ts";
import { createIconLibrary, type IconLibrary } from "./icon-library.ts";
import { createSiteIcons } from "./site-icons.ts";

export interface OpenIconLibraryOptions {
	/** An absolute path. */
	readonly siteFolder: string;
	readonly log: Pick<FastifyBaseLogger, "warn" | "error">;
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
