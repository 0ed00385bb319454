import { isWithin } from "../../shared/page/navigation.ts";
import type { Locale } from "./i18n.ts";

/** A version of the documented product. */
export interface Version {
	/** The folder of its pages, unless it is the first. */
	readonly name: string;
	readonly label: string;
	/** Git tag of the site's repository, from which the pages are read. */
	readonly tag?: string | undefined;
	/** Whether search engines may list its pages. */
	readonly indexed: boolean;
	/** Path of its pages; absent: the name. The first version has the parent folder of this path. */
	readonly path?: string | undefined;
}

/** The languages and versions of a site; the first of each is the main one and has no folder. */
export interface Editions {
	/** Empty: the site has one language, without a name. */
	readonly locales: readonly Locale[];
	readonly versions: readonly Version[];
}

/** A path split into its edition and the rest. */
export interface EditionPlace {
	readonly locale: Locale | undefined;
	readonly version: Version | undefined;
	/** Path prefix of the edition; empty for the first. */
	readonly root: string;
	/** The path within it. */
	readonly rest: string;
}

/**
 * Splits a path into language, version, and the rest that all editions share.
 *
 * @param path Decoded, such as `/de/v1/guide`.
 */
export function editionOf(path: string, { locales, versions }: Editions): EditionPlace {
	const locale = locales.slice(1).find(({ code }) => isWithin(path, `/${code}`));
	const inLocale = locale === undefined ? path : path.slice(locale.code.length + 1) || "/";
	const version = versions.slice(1).find((one) => isWithin(inLocale, pathOfVersion(one)));
	const at = version === undefined ? "" : pathOfVersion(version);
	const rest = folderOf(at) + inLocale.slice(at.length) || "/";
	const place = { locale: locale ?? locales[0], version: version ?? versions[0], rest };
	return { ...place, root: rootOf({ locales, versions }, place) };
}

/** @returns The path of `rest` in another edition. */
export function pathInEdition(
	editions: Editions,
	{ rest, ...edition }: Omit<EditionPlace, "root">,
): string {
	const root = rootOf(editions, edition);
	const { version } = edition;
	const folder =
		version === undefined || version === editions.versions[0]
			? ""
			: folderOf(pathOfVersion(version));
	const below = isWithin(rest, folder || "/") ? rest.slice(folder.length) : rest;
	return root === "" ? rest : root + (below === "/" ? "" : below);
}

/** @returns The path of the page in the first language; `undefined` if the path is in that language. */
export function untranslatedPath(path: string, editions: Editions): string | undefined {
	const place = editionOf(path, editions);
	const [first] = editions.locales;
	if (place.locale === first) return undefined;
	return pathInEdition(editions, { ...place, locale: first });
}

/** Whether an edition starts at this path. */
export function isEditionRoot(path: string, editions: Editions): boolean {
	const { root } = editionOf(path, editions);
	return root !== "" && root === path;
}

/** @returns Every combination of language and version, except the first of both. */
export function furtherEditions(editions: Editions): readonly Omit<EditionPlace, "rest">[] {
	const locales = editions.locales.length === 0 ? [undefined] : editions.locales;
	const versions = editions.versions.length === 0 ? [undefined] : editions.versions;
	return locales
		.flatMap((locale) => versions.map((version) => ({ locale, version })))
		.slice(1)
		.map((edition) => ({ ...edition, root: rootOf(editions, edition) }));
}

function rootOf(
	{ locales, versions }: Editions,
	{ locale, version }: Pick<EditionPlace, "locale" | "version">,
): string {
	const language = locale === undefined || locale === locales[0] ? "" : `/${locale.code}`;
	return version === undefined || version === versions[0]
		? language
		: language + pathOfVersion(version);
}

function pathOfVersion({ name, path = `/${name}` }: Version): string {
	return path;
}

function folderOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
