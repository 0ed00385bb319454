import { parse as parseToml } from "smol-toml";
import { parseDocument } from "yaml";
import { findFrontMatter } from "../server/content/front-matter/front-matter-block.ts";
import { parseToml as parseFrontMatterToml } from "../server/content/front-matter/toml-source.ts";
import { parseYaml } from "../server/content/yaml-source.ts";
import { evaluateScript } from "./evaluate-script.ts";
import type { SourceFolder } from "./source-folder.ts";

export type DataMap = Readonly<Record<string, unknown>>;

/**
 * Reads a configuration as data, whatever it is written in.
 *
 * @returns An empty map when there is no map in it.
 */
export function readData(folder: SourceFolder, file: string): DataMap {
	try {
		return asMap(parseData(folder, file));
	} catch (error) {
		// It tells us nothing, as an absent one, but its author wants to know.
		if (folder.isFile(file)) folder.unread.set(file, firstLine(error));
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
	// Tags that only the generator knows, such as `!!python/name:`, are read as plain values.
	const document = parseDocument(text, { logLevel: "silent", customTags: [] });
	const [error] = document.errors;
	if (error !== undefined) folder.unread.set(file, firstLine(error));
	// What stands before a mistake may still be of use.
	return document.toJS();
}

/** @returns The front matter of a page as its author wrote it; empty if the page has none. */
export function frontMatterData(folder: SourceFolder, file: string): DataMap {
	const block = findFrontMatter((folder.read(file) ?? "").replace(/\r\n?/g, "\n"));
	if (block.kind !== "block") return {};
	const parse = block.format === "toml" ? parseFrontMatterToml : parseYaml;
	return asMap(parse(file, block.source, block.sourceLine).value);
}

export function asMap(value: unknown): DataMap {
	// A map of text keys is all that is asked of it.
	return typeof value === "object" && value !== null && !Array.isArray(value)
		? (value as DataMap)
		: {};
}

export function asList(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string | undefined {
	return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** What is found along a way of keys. */
export function dig(value: unknown, ...keys: readonly string[]): unknown {
	return keys.reduce<unknown>((current, key) => asMap(current)[key], value);
}

/**
 * The URL of a site out of where it lies and the path below it.
 *
 * @returns `undefined` where the configuration names no origin, or something else in its place.
 */
export function siteUrl(origin: unknown, base: unknown, presetBase = "/"): string | undefined {
	const named = asText(origin);
	const below = asText(base) ?? presetBase;
	if (named === undefined || !URL.canParse(below, named)) return undefined;
	return new URL(below, named).href.replace(/\/$/, "");
}
