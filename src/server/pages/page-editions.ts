import type { PageEditions } from "../../shared/page/page-parts.ts";
import { type GuardedPages, listedAt } from "../authorization/page-guards.ts";
import {
	type EditionPlace,
	editionOf,
	pathInEdition,
	untranslatedPath,
} from "../content/versions.ts";

/** Returns the page in the other languages and versions; `undefined` for a site with one edition. */
export function pageEditions(
	sources: GuardedPages,
	path: string,
	isUntranslated: boolean,
): PageEditions | undefined {
	const { config, pages } = sources.revision;
	const { locales, versions } = config.editions;
	if (locales.length < 2 && versions.length < 2) return undefined;
	const place = editionOf(path, config.editions);
	const editionIn = (label: string, change: Partial<EditionPlace>) => {
		return { label, path: pathIn(sources, { ...place, ...change }) };
	};
	const [newest] = versions;
	return {
		languages: locales.map((locale) => ({
			...editionIn(locale.label, { locale }),
			language: locale.code,
			isCurrent: locale === place.locale,
		})),
		versions: versions
			// Pages of a tag exist only if the site folder comes from a repository.
			.filter(
				(version) =>
					version === place.version ||
					version.tag === undefined ||
					[...pages.keys()].some((other) => editionOf(other, config.editions).version === version),
			)
			.map((version) => ({
				...editionIn(version.label, { version }),
				isCurrent: version === place.version,
			})),
		...(isUntranslated && { original: locales[0]?.label }),
		...(newest !== undefined &&
			place.version !== newest && { newest: editionIn(newest.label, { version: newest }) }),
	};
}

/** Returns the page's path in the newest version, for search engines; `undefined` if it is the newest. */
export function newestPath(sources: GuardedPages, path: string): string | undefined {
	const { editions } = sources.revision.config;
	const place = editionOf(path, editions);
	const [newest] = editions.versions;
	if (place.version === newest) return undefined;
	return listedAt(sources, pathInEdition(editions, { ...place, version: newest }))?.path;
}

/** Returns the path of the page in another edition; if it is missing there, the start of the edition. */
function pathIn(sources: GuardedPages, place: EditionPlace): string {
	const { editions } = sources.revision.config;
	const path = pathInEdition(editions, place);
	const isThere = [path, untranslatedPath(path, editions) ?? path].some(
		(candidate) => listedAt(sources, candidate) !== undefined,
	);
	return isThere ? path : pathInEdition(editions, { ...place, rest: "/" });
}
