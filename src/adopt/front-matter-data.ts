import { findFrontMatter } from "../server/content/front-matter/front-matter-block.ts";
import { parseToml } from "../server/content/front-matter/toml-source.ts";
import { parseYaml } from "../server/content/yaml-source.ts";
import { asMap, type DataMap } from "./read-data.ts";
import type { SourceFolder } from "./source-folder.ts";

/** @returns The front matter of a page as its author wrote it; empty when there is none. */
export function frontMatterData(folder: SourceFolder, file: string): DataMap {
	const block = findFrontMatter((folder.read(file) ?? "").replace(/\r\n?/g, "\n"));
	if (block.kind !== "block") return {};
	const parse = block.format === "toml" ? parseToml : parseYaml;
	return asMap(parse(file, block.source, block.sourceLine).value);
}
