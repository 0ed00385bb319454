import { posix } from "node:path";
import { parse as parseToml } from "smol-toml";
import { parseDocument } from "yaml";
import { findFrontMatter } from "../../server/content/front-matter/front-matter-block.ts";
import { parseToml as parseFrontMatterToml, parseYaml } from "../../server/content/yaml-source.ts";
import * as data from "./data.ts";
import { evaluateExports, evaluateScript } from "./evaluate-script.ts";
import type { SourceFolder } from "./source-folder.ts";

/**
 * Reads a configuration as data, by its file extension: YAML, TOML, JSON, JavaScript or TypeScript.
 *
 * @returns An empty map if the file contains none.
 */
export function readData(folder: SourceFolder, file: string): data.DataMap {
	return data.map(readValue(folder, file));
}

/** Reads like `readData()`, but also a list. */
export function readValue(folder: SourceFolder, file: string): unknown {
	try {
		return parseData(folder, file);
	} catch (error) {
		// Handled like an absent file, but reported.
		if (folder.isFile(file)) folder.unread.set(file, firstLine(error));
		return undefined;
	}
}

/** Reads the named exports of a script as data. */
export function readExports(folder: SourceFolder, file: string): data.DataMap {
	try {
		return evaluateExports(folder, file);
	} catch (error) {
		folder.unread.set(file, firstLine(error));
		return {};
	}
}

function firstLine(error: unknown): string {
	const { message } = error instanceof Error ? error : new Error(String(error));
	return (message.split("\n")[0] ?? "").replace(/:$/, "");
}

function parseData(folder: SourceFolder, file: string): unknown {
	const text = folder.read(file) ?? "";
	if (/\.[cm]?[jt]s$/.test(file)) return evaluateScript(folder, file);
	if (file.endsWith(".toml")) return parseToml(text);
	if (file.endsWith(".json")) return JSON.parse(text);
	// Tags of the generator, such as `!!python/name:`, become plain values.
	const document = parseDocument(text, { logLevel: "silent", customTags: [] });
	const [error] = document.errors;
	if (error !== undefined) folder.unread.set(file, firstLine(error));
	// Values before an error are still useful.
	return document.toJS();
}

/** @returns The front matter of a page as its author wrote it; empty if the page has none. */
export function frontMatterData(folder: SourceFolder, file: string): data.DataMap {
	const block = findFrontMatter((folder.read(file) ?? "").replace(/\r\n?/g, "\n"));
	if (block.kind !== "block") return {};
	const parse = block.format === "toml" ? parseFrontMatterToml : parseYaml;
	return data.map(parse(file, block.source, block.sourceLine).value);
}

/**
 * Builds the URL of a site.
 *
 * @returns `undefined` without a valid origin.
 */
export function siteUrl(origin: unknown, base: unknown, presetBase = "/"): string | undefined {
	const named = data.text(origin);
	const below = data.text(base) ?? presetBase;
	if (named === undefined || !URL.canParse(below, named)) return undefined;
	return new URL(below, named).href.replace(/\/$/, "");
}

/** Usual folders for documentation in a repository. */
export const DOCUMENTATION_FOLDERS: readonly string[] = [
	"",
	"docs/",
	"website/",
	"site/",
	"documentation/",
	"doc/",
	"www/",
	"packages/docs/",
	"apps/docs/",
	"docs/en/",
];

/** Finds a configuration file in the usual folders. `base` is the folder of the file, `.` for the root. */
export function findConfig(
	folder: SourceFolder,
	names: readonly string[],
	isUsable: (file: string) => boolean = () => true,
) {
	const file = DOCUMENTATION_FOLDERS.flatMap((place) => names.map((name) => place + name)).find(
		(path) => folder.isFile(path) && isUsable(path),
	);
	if (file === undefined) return undefined;
	return { file, base: posix.dirname(file), config: readData(folder, file) };
}

/** @returns The file names of a script with each extension. */
export function scriptNames(stem: string): readonly string[] {
	return ["ts", "mts", "js", "mjs", "cjs"].map((ending) => `${stem}.${ending}`);
}

/** @returns The packages that the `package.json` of a folder depends on. @param place Ends with a slash. */
export function dependenciesIn(folder: SourceFolder, place: string): readonly string[] {
	const own = readData(folder, `${place}package.json`);
	return ["dependencies", "devDependencies"].flatMap((key) => Object.keys(data.map(own, key)));
}
