import { posix } from "node:path";
import { adoptedLocales } from "../../adopted-locales.ts";
import { trimSlashes } from "../../page-address.ts";
import * as data from "../../source/data.ts";
import { findConfig, readData } from "../../source/read-data.ts";
import type { SourceFolder } from "../../source/source-folder.ts";

const FOLDER = "config/_default";

const NAMES = ["hugo", "config", `${FOLDER}/hugo`, `${FOLDER}/config`].flatMap((name) =>
	["toml", "yaml", "yml", "json"].map((ending) => `${name}.${ending}`),
);

/** Finds the configuration: one file, or a folder with a file for each key, and for each language. */
export function findHugoConfig(folder: SourceFolder) {
	const found = findConfig(folder, NAMES);
	if (found === undefined) return undefined;
	const base = found.base.replace(/\/?config\/_default$/, "") || ".";
	if (!/hugo\./.test(found.file) && !folder.isFolder(posix.join(base, "content"))) return undefined;
	let config = found.config;
	// Hugo builds a site in the environment "production".
	const parts = [FOLDER, "config/production"].flatMap((path) =>
		folder.names(posix.join(base, path)).map((name) => ({ path, name })),
	);
	for (const { path, name } of parts) {
		const [, key, language] = /^(\w+)(?:\.([\w-]+))?\.(?:toml|ya?ml|json)$/.exec(name) ?? [];
		if (key === undefined) continue;
		const own = readData(folder, posix.join(base, path, name));
		// A file may repeat its own name as its only key.
		const value = Object.keys(own).length === 1 ? (own[key] ?? own) : own;
		config = merge(config, placed(value, key, language));
	}
	return { file: found.file, base, config };
}

function placed(value: unknown, key: string, language: string | undefined): data.DataMap {
	const isRoot = key === "hugo" || key === "config";
	const own = isRoot || key === "languages" ? data.map(value) : { [key]: value };
	if (language !== undefined) return { languages: { [language]: own } };
	return key === "languages" ? { languages: own } : own;
}

function merge(one: data.DataMap, other: data.DataMap): data.DataMap {
	const merged = Object.entries(other).map(([key, value]) => {
		const isBoth =
			Object.keys(data.map(value)).length > 0 && Object.keys(data.map(one[key])).length > 0;
		return [key, isBoth ? merge(data.map(one[key]), data.map(value)) : value];
	});
	return { ...one, ...Object.fromEntries(merged) };
}

/**
 * Reads the languages of a site, the key of the main language, and the folders of all languages.
 *
 * @see https://gohugo.io/configuration/languages/
 */
export function readLanguages(folder: SourceFolder, base: string, config: data.DataMap) {
	const main = data.text(config, "defaultContentLanguage") ?? "en";
	const disabled = data.texts(config, "disableLanguages");
	const listed = Object.entries(data.map(config, "languages"))
		.filter(([code, own]) => data.at(own, "disabled") !== true && !disabled.includes(code))
		.toSorted(
			([one, its], [other, theirs]) =>
				Number(other === main) - Number(one === main) || weightOf(its) - weightOf(theirs),
		);
	const usual = posix.join(base, data.text(config, "contentDir") ?? "content");
	const folders = listed.map(([code, language]) => {
		const named = data.text(language, "contentDir") ?? mountOf(config, code);
		const path = named === undefined ? posix.join(usual, code) : posix.join(base, named);
		const at = code === main ? "/" : `/${code.toLowerCase()}`;
		return { folder: path, at, isNamed: named !== undefined };
	});
	const known = folders.filter(({ folder: path }) => folder.pages(path).length > 0);
	const [first, ...others] = known;
	const unlisted = posix.join(usual, main);
	const only = listed.length === 0 && folder.isFolder(unlisted) ? unlisted : usual;
	// A language without a folder has suffixes in file names.
	const content = first?.at === "/" ? known : [{ folder: only, at: "/" }, ...others];
	return {
		main,
		isMainInFolder: config["defaultContentLanguageInSubdir"] === true,
		locales: adoptedLocales(
			listed.map(([code, language]) => ({
				code: code.toLowerCase(),
				label: data.at(language, "languageName") ?? data.at(language, "label"),
			})),
		),
		content: content.map(({ folder: path, at }) => ({ folder: path, at })),
	};
}

/** @returns The folder that a mount maps to the content of a language. */
function mountOf({ module }: data.DataMap, code: string): string | undefined {
	const mount = data.list(module, "mounts").find((one) => {
		const languages = [data.at(one, "lang"), ...data.texts(one, "sites.matrix.languages")];
		return languages.includes(code) && trimSlashes(data.text(one, "target") ?? "") === "content";
	});
	return data.text(mount, "source");
}

export function weightOf(entry: unknown): number {
	return Number(data.at(entry, "weight") ?? 0) || Number.MAX_SAFE_INTEGER;
}
