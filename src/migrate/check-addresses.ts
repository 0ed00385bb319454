import type { LoadedRevision } from "../server/content/revision.ts";
import { foldPath } from "../shared/routing/route-pattern.ts";
import { tidyPath } from "../shared/routing/routes.ts";
import type { Adoption } from "./adoption.ts";

/** A page that the generator served. */
export interface AdoptedPage {
	/** Relative to the site folder. */
	readonly file: string;
	/** Its address in the output of the generator. */
	readonly original: string;
	/** Its present address; absent if it is not served. */
	readonly path?: string | undefined;
	/** Result of a request for the original address; a final slash is ignored. */
	readonly answer: "same" | "redirect" | "lost";
}

/** Addresses for `site.yaml`. */
export interface KeptAddresses {
	/** Paths by file, for pages whose file name would give another path. */
	readonly paths: ReadonlyMap<string, string>;
	/** Redirects from original addresses to present addresses. */
	readonly redirects: ReadonlyMap<string, string>;
}

type Answers = Pick<LoadedRevision, "pages" | "foldedPaths" | "listing">;

/**
 * Finds the paths and redirects that preserve the original addresses. The main language has no folder here,
 * so addresses with its folder are redirected.
 *
 * @param revision Loaded with a draft of `site.yaml`.
 */
export function keepAddresses(
	{ addresses = {}, settings }: Pick<Adoption, "addresses" | "settings">,
	{ pages, listing }: Answers,
): KeptAddresses {
	const present = new Map(Array.from(pages.values(), ({ file, path }) => [file, path]));
	const mainFolder = `/${settings.locales?.[0]?.code}/`;
	const paths = new Map<string, string>();
	const redirects = new Map<string, string>();
	const taken = new Set<string>();
	for (const { file } of listing.pages) {
		const original = pathOf(addresses[file]);
		const path = present.get(file);
		if (original === undefined || taken.has(original)) continue;
		if (`${original}/`.startsWith(mainFolder)) {
			if (path !== undefined && path !== original) redirects.set(original, encodeURI(path));
			continue;
		}
		taken.add(original);
		if (path !== original) paths.set(file, original);
	}
	return { paths, redirects };
}

/** Compares the original address of each page with its present one. */
export function checkAddresses(
	{ addresses = {} }: Pick<Adoption, "addresses">,
	revision: Answers,
	redirects: ReadonlyMap<string, string>,
): readonly AdoptedPage[] {
	const present = new Map(Array.from(revision.pages.values(), ({ file, path }) => [file, path]));
	return revision.listing.pages.flatMap(({ file }): AdoptedPage[] => {
		const { [file]: original } = addresses;
		const wanted = pathOf(original);
		const path = present.get(file);
		if (original === undefined || wanted === undefined) return [];
		const isRedirected =
			pageAt(revision, wanted) === path || redirects.get(wanted) === encodeURI(path ?? "");
		const isLost = path === undefined || !isRedirected;
		const answer = isLost ? "lost" : path === wanted ? "same" : "redirect";
		return [{ file, original, path, answer }];
	});
}

/** @returns The path of the page that is served at an address. */
export function pageAt(
	{ pages, foldedPaths }: Pick<LoadedRevision, "pages" | "foldedPaths">,
	path: string,
): string | undefined {
	return pages.has(path) ? path : foldedPaths.get(foldPath(path));
}

/** @returns The path of an address: decoded, without a final slash and without the name of an index. */
function pathOf(address: string | undefined): string | undefined {
	const path = address?.replace(/(?<=\/)index\.html$/, "");
	try {
		return path && tidyPath(decodeURI(path)).normalize("NFC");
	} catch {
		// The address has a percent sign that is not an escape.
		return path && tidyPath(path);
	}
}
