import type { LoadedRevision } from "../server/content/revision.ts";
import { foldPath } from "../shared/routing/route-pattern.ts";
import { tidyPath } from "../shared/routing/routes.ts";
import type { Adoption } from "./adoption.ts";

/** A page that the generator served. */
export interface AdoptedPage {
	/** Relative to the site folder. */
	readonly file: string;
	/** Its address at the generator. */
	readonly original: string;
	/** Its address now; absent if it is not served. */
	readonly path?: string;
	/** Whether another page answers at the original address. */
	readonly isTaken: boolean;
}

export interface JudgedAddresses {
	readonly pages: readonly AdoptedPage[];
	/** Redirects from original addresses without a page to the present ones. */
	readonly redirects: ReadonlyMap<string, string>;
}

/** Compares the original address of each page with its present one. */
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
		// The exact path of another page stays with that page; another spelling of it can be redirected.
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
		// A percent sign without an escape.
		return tidyPath(address);
	}
}
