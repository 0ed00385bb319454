import type { PageEditions } from "../../shared/page/page-parts.ts";
import {
	type EditionPlace,
	editionOf,
	pathInEdition,
	untranslatedPath,
	type Version,
} from "../content/editions.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import type { Alternate } from "../discovery/sitemap.ts";

export interface EditionSources {
	readonly revision: Pick<Revision, "pages" | "config">;
	/** Whether lists may name a page. */
	readonly isListed: (page: Page) => boolean;
}

/** The same page in the other languages and versions; `undefined` for a site that has one of each. */
export function pageEditions(
	sources: EditionSources,
	path: string,
	isUntranslated: boolean,
): PageEditions | undefined {
	const { config, pages } = sources.revision;
	const { locales, versions } = config.editions;
	if (locales.length < 2 && versions.length < 2) return undefined;
	const place = editionOf(path, config.editions);
	const isOf = (version: Version) => (other: string) =>
		editionOf(other, config.editions).version === version;
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
			// Only a repository has the pages of a tag.
			.filter(
				(version) =>
					version === place.version ||
					version.tag === undefined ||
					[...pages.keys()].some(isOf(version)),
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

/** The page in every language that it has, for search engines; empty where it has one. */
export function alternatesOf(
	{ revision, isListed }: EditionSources,
	page: Page,
): readonly Alternate[] {
	const { editions } = revision.config;
	const place = editionOf(page.path, editions);
	const written = editions.locales.flatMap((locale) => {
		const path = pathInEdition(editions, { ...place, locale });
		const found = revision.pages.get(path);
		return found !== undefined && isListed(found) ? [{ language: locale.code, path }] : [];
	});
	if (written.length < 2) return [];
	const [first] = editions.locales;
	const main = written.find(({ language }) => language === first?.code);
	return main === undefined ? written : [...written, { language: "x-default", path: main.path }];
}

/** The same page in the newest version, which search engines should know it by. */
export function newestPath(
	{ revision, isListed }: EditionSources,
	path: string,
): string | undefined {
	const { editions } = revision.config;
	const place = editionOf(path, editions);
	const [newest] = editions.versions;
	if (place.version === newest) return undefined;
	const there = pathInEdition(editions, { ...place, version: newest });
	const page = revision.pages.get(there);
	return page !== undefined && isListed(page) ? there : undefined;
}

/** The path of the same page in another edition, or of the start of the edition without it. */
function pathIn({ revision, isListed }: EditionSources, place: EditionPlace): string {
	const { editions } = revision.config;
	const path = pathInEdition(editions, place);
	const isThere = [path, untranslatedPath(path, editions)].some((candidate) => {
		const page = revision.pages.get(candidate ?? "");
		return page !== undefined && isListed(page);
	});
	return isThere ? path : pathInEdition(editions, { ...place, rest: "/" });
}
