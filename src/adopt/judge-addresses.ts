import type { LoadedRevision } from "../server/content/load-revision.ts";
import { foldPath } from "../server/content/pages/page-path.ts";
import { tidyPath } from "../shared/routing/routes.ts";
import type { Adoption } from "./adoption.ts";

/** A page that the generator served. */
export interface AdoptedPage {
	/** Relative to the site folder. */
	readonly file: string;
	/** Where the generator served it. */
	readonly original: string;
	/** Where it is served now; absent when it is not. */
	readonly path?: string;
	/** Whether another page answers at the original address. */
	readonly isTaken: boolean;
}

export interface JudgedAddresses {
	readonly pages: readonly AdoptedPage[];
	/** Original addresses that nothing answers by itself, and the pages that they lead to. */
	readonly redirects: ReadonlyMap<string, string>;
}

/** Compares where the generator served each page with where it is now. */
export function judgeAddresses(
	{ addresses }: Pick<Adoption, "addresses">,
	revision: Pick<LoadedRevision, "pages" | "foldedPaths" | "listing">,
): JudgedAddresses {
	const { listing, pages } = revision;
	const paths = new Map(Array.from(pages.values(), ({ file, path }) => [file, path]));
	const redirects = new Map<string, string>();
	const judged = listing.pages.flatMap(({ file }): AdoptedPage[] => {
		const original = addresses[file];
		const path = paths.get(file);
		if (original === undefined) return [];
		if (path === undefined) return [{ file, original, isTaken: false }];
		const owner = pageAt(revision, original);
		// A path that another page has by itself is that page's; a mere spelling can be redirected.
		const isTaken = owner !== undefined && owner !== path && pages.has(decoded(original));
		if (owner !== path && !isTaken) redirects.set(encodeURI(decoded(original)), encodeURI(path));
		return [{ file, original, path, isTaken }];
	});
	return { pages: judged, redirects };
}

/** @returns The path of the page that answers at an address. */
export function pageAt(
	{ pages, foldedPaths }: Pick<LoadedRevision, "pages" | "foldedPaths">,
	address: string,
): string | undefined {
	const path = decoded(address);
	return pages.has(path) ? path : foldedPaths.get(foldPath(path));
}

function decoded(address: string): string {
	try {
		return tidyPath(decodeURI(address));
	} catch {
		// A percent sign that is just a character.
		return tidyPath(address);
	}
}
