import { posix } from "node:path";
import { translatedName } from "../../server/content/editions.ts";
import type { LookLink } from "../../shared/page/site-look.ts";
import { type AdoptedLocale, adoptedLocale, severalLocales } from "../adopted-locales.ts";
import type { Recognition } from "../adoption.ts";
import { ownAddress, stemOf } from "../page-address.ts";
import {
	asList,
	asMap,
	asText,
	type DataMap,
	dig,
	findConfig,
	textAt,
} from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

const NAMES = ["hugo", "config", "config/_default/hugo", "config/_default/config"].flatMap((name) =>
	["toml", "yaml", "yml", "json"].map((ending) => `${name}.${ending}`),
);

/** @see https://gohugo.io/configuration/ */
export function recognizeHugo(folder: SourceFolder): Recognition | undefined {
	const found = findConfig(folder, NAMES);
	if (found === undefined) return undefined;
	const { file, config } = found;
	const base = found.base.replace(/\/?config\/_default$/, "") || ".";
	const usual = posix.join(base, "content");
	if (!/hugo\./.test(file) && !folder.isFolder(usual)) return undefined;
	const locale = asText(config["defaultContentLanguage"]) ?? "en";
	const language = asMap(dig(config, "languages", locale));
	const mounted = asText(language["contentDir"]) ?? asText(config["contentDir"]);
	const inLanguage = posix.join(usual, locale);
	const unmounted = folder.isFolder(inLanguage) ? inLanguage : usual;
	const content = mounted === undefined ? unmounted : posix.join(base, mounted);
	const locales = localesOf(config, locale);
	const others = (locales ?? []).slice(1).flatMap(({ code }) => {
		const named = textAt(config, `languages.${code}.contentDir`) ?? `content/${code}`;
		const path = posix.join(base, named);
		return path !== content && folder.isFolder(path) ? [{ folder: path, at: `/${code}` }] : [];
	});
	return {
		generator: "Hugo",
		evidence: file,
		settings: {
			name: textAt(language, "title") ?? textAt(config, "title"),
			description: textAt(language, "params.description") ?? textAt(config, "params.description"),
			url: asText(config["baseURL"])?.replace(/\/$/, ""),
			locale: asText(config["languageCode"]),
			locales,
			headerLinks: asList(dig(config, "menus", "main") ?? dig(config, "menu", "main"))
				.toSorted((one, other) => weightOf(one) - weightOf(other))
				.flatMap(menuLink),
			// A language has its own folder, or suffixes in file names.
			content: others.length === 0 ? content : [{ folder: content, at: "/" }, ...others],
			publicFolder: posix.join(base, "static"),
			anchors: "hugo",
		},
		addressOf: (page) => {
			const own = ownAddress(page, "url");
			if (own !== undefined) return own.startsWith("/") ? own : `/${own}`;
			const stem = stemOf(translatedName(page.name, locales ?? []))
				.toLowerCase()
				.replaceAll(" ", "-");
			const slug = ownAddress(page, "slug");
			return slug === undefined || stem === "/"
				? stem
				: `${stem.slice(0, stem.lastIndexOf("/"))}/${slug}`;
		},
	};
}

function localesOf({ languages }: DataMap, main: string): readonly AdoptedLocale[] | undefined {
	const listed = Object.entries(asMap(languages)).filter(
		([, language]) => dig(language, "disabled") !== true,
	);
	const [first, ...others] = listed.toSorted(
		([one, its], [other, theirs]) =>
			Number(other === main) - Number(one === main) || weightOf(its) - weightOf(theirs),
	);
	if (first?.[0] !== main) return undefined;
	return severalLocales(
		[first, ...others].map(([code, language]) =>
			adoptedLocale(code, dig(language, "languageName") ?? dig(language, "label")),
		),
	);
}

function weightOf(entry: unknown): number {
	return Number(dig(entry, "weight") ?? 0);
}

function menuLink(entry: unknown): readonly LookLink[] {
	const [label, url] = [textAt(entry, "name"), textAt(entry, "url", "pageRef")];
	return label === undefined || url === undefined || !/^(?:\/|https?:)/.test(url)
		? []
		: [{ label, url }];
}
