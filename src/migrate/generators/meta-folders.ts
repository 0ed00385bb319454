import { posix } from "node:path";
import type { NavigationEntry } from "../../platform/settings/content-settings.ts";
import { PAGE_EXTENSION } from "../../server/content/page-path.ts";
import type { HeaderLink } from "../../shared/page/site-look.ts";
import { titleOfPath } from "../../shared/page/title-of-path.ts";
import type { HidingRule, Recognition } from "../adoption.ts";
import { hidingCode, includedBy } from "../hiding-rules.ts";
import { entryWith } from "../navigation-entries.ts";
import { stemOf } from "../page-address.ts";
import { linkOf } from "../served-settings.ts";
import * as data from "../source/data.ts";
import {
	DOCUMENTATION_FOLDERS,
	dependenciesIn,
	readData,
	readExports,
	scriptNames,
} from "../source/read-data.ts";
import type { SourceFolder } from "../source/source-folder.ts";

/** Titles and order of the pages in a folder, from the file for them. */
interface FolderMeta {
	readonly title?: string | undefined;
	readonly isSection?: boolean;
	readonly items: readonly MetaItem[];
}

/** A page or folder by its name, `...` for all others, or a title above the next items. */
interface MetaItem {
	readonly name: string;
	readonly title?: string | undefined;
	readonly kind: "entry" | "section" | "separator" | "hidden";
}

type ReadMeta = (path: string) => FolderMeta;

/** Lists a folder in the order of its meta file. @param at The name of the folder in `navigation`. */
function entriesIn(
	folder: SourceFolder,
	{ path, at, read }: { readonly path: string; readonly at: string; readonly read: ReadMeta },
): readonly NavigationEntry[] {
	const files = folder.names(path).filter((name) => !/^[._]|^meta\./.test(name));
	const names = [...new Set(files.map((name) => name.replace(PAGE_EXTENSION, "")))];
	const { items } = read(path);
	const listed = new Set(items.map(({ name }) => name));
	const others = names
		.filter((name) => !listed.has(name))
		.toSorted((one, other) => Number(other === "index") - Number(one === "index"))
		.map((name): MetaItem => ({ name, kind: "entry" }));
	const all = items.flatMap((item) => (item.name === "..." ? others : [item]));
	const entries: NavigationEntry[] = [];
	let group: NavigationEntry[] = entries;
	for (const item of all) {
		if (item.kind === "separator" && item.title !== undefined) {
			group = [];
			entries.push({ title: item.title, pages: group });
		} else if (item.kind === "entry" || item.kind === "section") group.push(...entryOf(item));
	}
	return entries.filter(({ pages, page }) => page !== undefined || pages?.length !== 0);

	function entryOf({ name, title, kind }: MetaItem): readonly NavigationEntry[] {
		const below = posix.join(path, name);
		const page = [".mdx", ".md"].some((ending) => folder.isFile(below + ending));
		const inside = { path: below, at: posix.join(at, name), read };
		const pages = folder.isFolder(below) ? entriesIn(folder, inside) : [];
		const own: FolderMeta = pages.length === 0 ? { items: [] } : read(below);
		const isSection = kind === "section" || own.isSection === true;
		return entryWith({
			title: title ?? own.title ?? (page ? undefined : titleOfPath(name)),
			page: page ? posix.join(at, name) : undefined,
			pages,
			section: isSection ? true : undefined,
		});
	}
}

const OTHERS: MetaItem = { name: "...", kind: "entry" };

/** @see https://nextra.site/docs/file-conventions/meta-file */
export function recognizeNextra(folder: SourceFolder): Recognition | undefined {
	const base = baseOf(folder, /^nextra$/);
	const places = ["content", "src/content", "pages", "src/pages"];
	const content = places
		.map((place) => posix.join(base ?? "", place))
		.find((place) => folder.pages(place).length > 0);
	if (base === undefined || content === undefined) return undefined;
	const metaOf = (path: string) => {
		const file = folder.find(
			[...scriptNames("_meta"), "_meta.tsx", "_meta.json"].map((name) => posix.join(path, name)),
		);
		return Object.entries(file === undefined ? {} : readData(folder, file));
	};
	const read = (path: string): FolderMeta => {
		const items = metaOf(path).flatMap(([name, value]): MetaItem[] => {
			const title = data.text(value) ?? data.text(value, "title");
			const type = data.at(value, "type");
			if (name === "*" || data.at(value, "href") !== undefined) return [];
			if (data.at(value, "display") === "hidden") return [{ name, kind: "hidden" }];
			if (type === "separator") return [{ name, title, kind: "separator" }];
			return [{ name, title, kind: type === "page" ? "section" : "entry" }];
		});
		return { items: [...items, OTHERS] };
	};
	const at = readSetting(folder, base, ["next.config"], /contentDirBasePath:\s*["']([^"']+)["']/);
	return {
		generator: "Nextra",
		evidence: posix.join(base, "package.json"),
		settings: {
			headerLinks: metaOf(content).flatMap(([, value]) => nextraLink(value)),
			content: [{ folder: content, at }],
			publicFolder: posix.join(base, "public"),
			anchors: "github",
			navigation: entriesIn(folder, { path: content, at: at.slice(1), read }),
			navigationOrder: "name",
		},
		rules: [
			{
				name: "parts of the application",
				hides: ({ below }) => /^api\/|(?:^|\/)_|^(?:404|500)\.mdx?$/.test(below),
				isByPath: true,
			},
			{ name: "templates of dynamic routes", hides: ({ below }) => /\[[^\]/]+\]/.test(below) },
		],
		addressOf: ({ name }) => stemOf(name),
	};
}

function nextraLink(value: unknown): readonly HeaderLink[] {
	const label = data.text(value, "title");
	const url = data.text(value, "href");
	if (label === undefined) return [];
	if (url !== undefined) return [{ label, url }];
	const links = Object.values(data.map(value, "items")).flatMap((item) =>
		linkOf(data.text(item, "title"), data.text(item, "href")),
	);
	return links.length === 0 ? [] : [{ label, links }];
}

/** @see https://fumadocs.dev/docs/page-conventions */
export function recognizeFumadocs(folder: SourceFolder): Recognition | undefined {
	const base = baseOf(folder, /^fumadocs-(?:core|mdx|ui)$/);
	const content = ["content/docs", "content", "docs"]
		.map((place) => posix.join(base ?? "", place))
		.find((place) => folder.pages(place).length > 0);
	if (base === undefined || content === undefined) return undefined;
	const read = (path: string): FolderMeta => {
		const meta = readData(folder, posix.join(path, "meta.json"));
		const listed = data.texts(data.list(meta, "pages")).map(fumadocsItem);
		return {
			title: data.text(meta, "title"),
			isSection: meta["root"] === true,
			items: meta["pages"] === undefined ? [OTHERS] : listed,
		};
	};
	const places = ["lib/source", "src/lib/source", "app/source", "source"];
	const at = readSetting(folder, base, places, /baseUrl:\s*["']([^"']+)["']/, "/docs");
	return {
		generator: "Fumadocs",
		evidence: posix.join(base, "package.json"),
		settings: {
			content: [{ folder: content, at }],
			publicFolder: posix.join(base, "public"),
			anchors: "github",
			navigation: entriesIn(folder, { path: content, at: at.slice(1), read }),
			navigationOrder: "name",
		},
		rules: fumadocsRules(folder, base, content),
		// Addresses omit the names of folders in parentheses.
		addressOf: ({ name }) => stemOf(name.replace(/(?:^|(?<=\/))\([^/]*\)\//g, "")),
	};
}

/** @see https://fumadocs.dev/docs/mdx/collections */
function fumadocsRules(folder: SourceFolder, base: string, content: string): readonly HidingRule[] {
	const names = ["source.config", "lib/source", "src/lib/source"].flatMap(scriptNames);
	const files = names.map((name) => posix.join(base, name)).filter((file) => folder.isFile(file));
	const collections = files.flatMap((file) => Object.values(readExports(folder, file)));
	const documents = collections
		.map((one) => ({
			dir: data.text(one, "dir") ?? "content/docs",
			options: data.at(one, "docs") ?? one,
		}))
		.filter(
			({ dir, options }) =>
				posix.join(base, dir) === content && data.text(options, "type") !== "meta",
		);
	return [
		...documents.flatMap(({ options }) => includedBy({ options, key: "files", base: content })),
		...hidingCode(folder, files, /\.filter\(|\bdraft\b|\bpublished\b|\bhidden\b/),
	];
}

function fumadocsItem(text: string): MetaItem {
	const [, title] = /^---(?:\[[^\]]*\])?(.*?)---$/.exec(text) ?? [];
	if (title !== undefined) return { name: text, title: title || undefined, kind: "separator" };
	if (text.startsWith("!")) return { name: text.slice(1), kind: "hidden" };
	return { name: text.replace(/^\.\.\.(?=.)|^\.\//, ""), kind: "entry" };
}

/** @returns The folder whose `package.json` depends on the generator. */
function baseOf(folder: SourceFolder, dependency: RegExp): string | undefined {
	return DOCUMENTATION_FOLDERS.find((place) =>
		dependenciesIn(folder, place).some((name) => dependency.test(name)),
	);
}

/** Finds a setting in a script by its text, because the script builds it from calls. */
function readSetting(
	folder: SourceFolder,
	base: string,
	stems: readonly string[],
	pattern: RegExp,
	preset = "/",
): string {
	const names = stems.flatMap((stem) => [...scriptNames(stem), `${stem}.tsx`]);
	const texts = names.map((name) => folder.read(posix.join(base, name)) ?? "");
	const found = texts.map((text) => pattern.exec(text)?.[1]).find((value) => value !== undefined);
	return posix.join("/", found ?? preset).replace(/(?<=.)\/$/, "");
}
