import { escapeAttribute, escapeText } from "../../shared/document/html.ts";
import { fillWords } from "../../shared/page/fill-words.ts";
import { wordIn } from "../../shared/page/words.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import {
	type EditionPlace,
	type Editions,
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

/**
 * Renders what stands above a page of a site in several languages or versions: links to the same page
 * in the others, and notes about an old version or a missing translation. Empty on all other sites.
 *
 * The links load documents: another language may be written in the other direction.
 */
export function editionNotes(
	sources: EditionSources,
	path: string,
	isUntranslated: boolean,
): string {
	const { editions, look } = sources.revision.config;
	const place = editionOf(path, editions);
	const word: Word = (english) => wordIn(look.look, english);
	return [
		listOf(word("Language"), languageChoices(sources, place)),
		listOf(word("Version"), versionChoices(sources, place)),
		isUntranslated ? untranslatedNote(editions, word) : "",
		oldVersionNote(sources, place, word),
	]
		.map((part) => (part === "" ? "" : `${part}\n`))
		.join("");
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

/** Gives a word of the frame in the language of the page. */
type Word = (english: string) => string;

interface Choice {
	readonly label: string;
	/** URL path. */
	readonly url: string;
	readonly language?: string;
	readonly isCurrent: boolean;
}

function languageChoices(sources: EditionSources, place: EditionPlace): readonly Choice[] {
	return sources.revision.config.editions.locales.map((locale) => ({
		label: locale.label,
		language: locale.code,
		url: urlIn(sources, { ...place, locale }),
		isCurrent: locale === place.locale,
	}));
}

/** Only a repository has the pages of a tag. */
function versionChoices(sources: EditionSources, place: EditionPlace): readonly Choice[] {
	const { config, pages } = sources.revision;
	const isOf = (version: Version) => (path: string) =>
		editionOf(path, config.editions).version === version;
	return config.editions.versions
		.filter(
			(version) =>
				version === place.version ||
				version.tag === undefined ||
				[...pages.keys()].some(isOf(version)),
		)
		.map((version) => ({
			label: version.label,
			url: urlIn(sources, { ...place, version }),
			isCurrent: version === place.version,
		}));
}

/** The URL path of the same page in another edition, or of the start of the edition without it. */
function urlIn({ revision, isListed }: EditionSources, place: EditionPlace): string {
	const { editions, public: site } = revision.config;
	const path = pathInEdition(editions, place);
	const isThere = [path, untranslatedPath(path, editions)].some((candidate) => {
		const page = revision.pages.get(candidate ?? "");
		return page !== undefined && isListed(page);
	});
	return urlPath(site.basePath, isThere ? path : pathInEdition(editions, { ...place, rest: "/" }));
}

const MAX_IN_VIEW = 5;

function listOf(name: string, choices: readonly Choice[]): string {
	if (choices.length < 2) return "";
	const links = choices.map(({ label, url, language, isCurrent }) => {
		const own = language === undefined ? "" : ` lang="${escapeAttribute(language)}"`;
		return isCurrent
			? `<strong${own}>${escapeText(label)}</strong>`
			: `<a href="${escapeAttribute(url)}"${own} data-file>${escapeText(label)}</a>`;
	});
	const heading = `${escapeText(name)}: `;
	const list = links.join(" · ");
	const current = choices.find(({ isCurrent }) => isCurrent)?.label ?? "";
	// More than one line would separate the reader from the page.
	const content =
		choices.length > MAX_IN_VIEW
			? `<details><summary>${heading}${escapeText(current)}</summary>${list}</details>`
			: heading + list;
	return `<nav class="editions" aria-label="${escapeAttribute(name)}">${content}</nav>`;
}

function untranslatedNote({ locales: [main] }: Editions, word: Word): string {
	const text = fillWords(word("This page is shown in its original language: {language}."), {
		language: main?.label ?? "",
	});
	return note("note", word("Not translated"), escapeText(text));
}

function oldVersionNote(sources: EditionSources, place: EditionPlace, word: Word): string {
	const [newest] = sources.revision.config.editions.versions;
	if (newest === undefined || place.version === newest) return "";
	const url = escapeAttribute(urlIn(sources, { ...place, version: newest }));
	const link = `<a href="${url}" data-file>${escapeText(newest.label)}</a>`;
	return note(
		"warning",
		word("Older version"),
		fillWords(escapeText(word("This is {version}. The newest version is {newest}.")), {
			version: escapeText(place.version?.label ?? ""),
			newest: link,
		}),
	);
}

function note(kind: string, title: string, html: string): string {
	return `<div class="callout callout-${kind}" role="note"><p class="callout-title">${escapeText(title)}</p><p>${html}</p></div>`;
}
