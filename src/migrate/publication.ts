import { SITE_FILE_SETTINGS } from "../platform/settings/site-file-settings.ts";
import { readFrontMatter } from "../server/content/front-matter/front-matter.ts";
import { contentName, isUnderscored } from "../server/content/page-path.ts";
import { isVisible } from "../server/content/pages/page.ts";
import type { HiddenPage, Recognition, SourcePage } from "./adoption.ts";
import { frontMatterData } from "./source/read-data.ts";
import type { SourceFolder } from "./source/source-folder.ts";

/** What a generator publishes of the page files in a folder. */
export interface Publication {
	/** Addresses of published pages, by file; absent if the generator's rule is unknown. */
	readonly addresses: Readonly<Record<string, string>> | undefined;
	readonly hidden: readonly HiddenPage[];
	/** Patterns of `site.yaml` for hidden pages that the server would publish. */
	readonly exclude: readonly string[];
}

/** Applies the rules of a generator to each file in its folders of pages. */
export function publicationOf(
	source: SourceFolder,
	{ settings: { content }, rules = [], addressOf }: Recognition,
): Publication {
	const addresses: Record<string, string> = {};
	const hidden: HiddenPage[] = [];
	const pages = pagesIn(source, content);
	for (const page of pages) {
		const rule = rules.find(({ hides }) => hides(page));
		if (rule !== undefined) {
			const { name, hides: _, ...kind } = rule;
			hidden.push({ file: page.file, rule: name, ...kind });
			continue;
		}
		const address = addressOf?.(page);
		if (address !== undefined) addresses[page.file] = address;
	}
	const isServed = new Map(pages.map((page) => [page.file, isServedByDefault(source, page)]));
	return {
		addresses: addressOf && addresses,
		hidden,
		exclude: patternsOf(
			hidden.filter(({ file }) => isServed.get(file)),
			[...isServed.keys()],
		),
	};
}

function pagesIn(
	source: SourceFolder,
	content: Recognition["settings"]["content"],
): readonly SourcePage[] {
	const folders = SITE_FILE_SETTINGS.content.schema.safeParse(content).data ?? [];
	const files = new Set(folders.flatMap(({ folder }) => source.pages(folder)));
	return Array.from(files, (file) => {
		const { folder = "", at = "" } =
			folders.find((one) => one.folder === "" || file.startsWith(`${one.folder}/`)) ?? {};
		return {
			file,
			folder,
			at,
			name: contentName(file, folders).name,
			below: folder === "" ? file : file.slice(folder.length + 1),
			frontMatter: frontMatterData(source, file),
		};
	});
}

/** Whether the server publishes a page without a pattern in `exclude`. */
function isServedByDefault(source: SourceFolder, { file, below }: SourcePage): boolean {
	if (isUnderscored(below)) return false;
	return isVisible(readFrontMatter(file, source.read(file) ?? ""), source.nowMs);
}

/**
 * Names files by patterns. A folder becomes one pattern if a rule about paths hides all its pages, so
 * that it also hides later files.
 */
function patternsOf(hidden: readonly HiddenPage[], files: readonly string[]): readonly string[] {
	const byPath = new Set(hidden.flatMap(({ file, isByPath }) => (isByPath ? [file] : [])));
	const open = new Set(files.filter((file) => !byPath.has(file)).flatMap(foldersOf));
	const patterns = hidden.map(({ file }) => {
		const closed = foldersOf(file).find((folder) => !open.has(folder));
		return closed === undefined ? literally(file) : `${literally(closed)}/**/*.{md,mdx,markdown}`;
	});
	return [...new Set(patterns)];
}

/** @returns The folders of a file, outermost first. */
export function foldersOf(file: string): readonly string[] {
	const parts = file.split("/").slice(0, -1);
	return parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
}

/** Writes a path as a pattern that matches only this path. */
function literally(path: string): string {
	return path.replace(/[[{(*?]/g, "[$&]");
}
