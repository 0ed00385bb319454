import { posix } from "node:path";
import type { NavigationEntry } from "../platform/settings/content-settings.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { titleOfPath } from "../shared/page/title-of-path.ts";
import * as data from "./source/data.ts";
import { frontMatterData, readData } from "./source/read-data.ts";
import type { SourceFolder } from "./source/source-folder.ts";

const FACTS = ["_category_.json", "_category_.yml", "_category_.yaml", ".navigation.yml"];

const NUMBER = /^(\d+)[ \t]*[-_.]/;

/** @returns An empty list for an entry without a page and without pages below. */
export function entryWith({ pages = [], ...own }: NavigationEntry): readonly NavigationEntry[] {
	const hasPages = pages.length > 0;
	if (own.page === undefined && !hasPages) return [];
	return [definedOnly({ ...own, pages: hasPages ? pages : undefined })];
}

interface Placed {
	readonly order: number;
	readonly name: string;
	readonly entry: NavigationEntry;
}

/**
 * Lists the pages of a folder in the order and with the titles of the folder's own files. A folder
 * without such files becomes one entry, which includes future pages too.
 *
 * @param path Path of the folder.
 * @param at The folder's name in `navigation`.
 */
export function folderEntries(
	folder: SourceFolder,
	path: string,
	at: string,
): readonly NavigationEntry[] {
	if (!hasFacts(folder, path)) return [{ folder: at }];
	return folder
		.names(path)
		.flatMap(placedOf)
		.toSorted((one, other) => one.order - other.order || (one.name < other.name ? -1 : 1))
		.map(({ entry }) => entry);

	function placedOf(name: string): readonly Placed[] {
		const [below, page] = [posix.join(path, name), posix.join(at, name)];
		if (/\.mdx?$/i.test(name) && !name.startsWith("_")) {
			const own = frontMatterData(folder, below);
			const order = own["sidebar_position"] ?? data.at(own, "sidebar.order");
			// An index without a position comes first.
			const isIndex = /^(?:\d+\.)?(?:index|readme)\./i.test(name);
			return [{ order: orderOf(order, name, isIndex ? -1 : undefined), name, entry: { page } }];
		}
		if (/^[._]/.test(name) || folder.pages(below).length === 0) return [];
		const file = folder.find(FACTS.map((fact) => `${below}/${fact}`));
		const facts = file === undefined ? {} : readData(folder, file);
		if (facts["navigation"] === false) return [];
		const title = data.text(facts, "label", "title") ?? titleOfPath(name.replace(NUMBER, ""));
		const entries = folderEntries(folder, below, page);
		const isWhole = entries.length === 1 && entries[0]?.folder === page;
		const inside = isWhole ? { folder: page } : { pages: entries };
		const entry = { title, ...inside, ...(facts["collapsed"] === true && { collapsed: true }) };
		return [{ order: orderOf(facts["position"], name), name, entry }];
	}
}

/** @returns Whether a folder below has a file with its title or position. */
function hasFacts(folder: SourceFolder, path: string): boolean {
	return folder.names(path).some((name) => {
		const below = posix.join(path, name);
		if (!folder.isFolder(below) || name === "node_modules" || name.startsWith(".")) return false;
		return FACTS.some((file) => folder.isFile(`${below}/${file}`)) || hasFacts(folder, below);
	});
}

function orderOf(value: unknown, name: string, otherwise = Number.POSITIVE_INFINITY): number {
	if (typeof value === "number") return value;
	const [, digits] = NUMBER.exec(name) ?? [];
	return digits === undefined ? Math.min(otherwise, Number.MAX_SAFE_INTEGER) : Number(digits);
}

interface Draft {
	readonly title: string;
	readonly page?: string | undefined;
	readonly pages: Draft[];
}

const ENTRY = /^([ \t]*)(?:[-*+][ \t]+)?\[((?:\\.|[^\]\\])*)\]\(<?([^)>\s]*)>?[^)]*\)/;

/** A group without a link, as in Docsify. */
const GROUP = /^([ \t]*)[-*+][ \t]+([^[\]]+?)[ \t]*$/;

/** @returns The files that a table of contents links to, relative to its folder. */
export function linksIn(text: string): ReadonlySet<string> {
	const links = withoutComments(text).matchAll(/\]\((?:<([^>\n]*)>|([^)\s]*))/g);
	const targets = Array.from(links, ([, inside, plain = ""]) =>
		(inside ?? plain).replace(/[?#].*$/, ""),
	);
	return new Set(targets.map((target) => posix.normalize(decodeTarget(target)).replace(/^\//, "")));
}

function decodeTarget(target: string): string {
	try {
		return decodeURI(target);
	} catch {
		// A percent sign that is not an escape.
		return target;
	}
}

function withoutComments(text: string): string {
	return text.replace(/<!--[\s\S]*?(?:-->|$)/g, "");
}

/** Reads a table of contents of mdBook, GitBook or Docsify: links in lists, below headings. */
export function readSummary(text: string): readonly NavigationEntry[] {
	const roots: Draft[] = [];
	let part: Draft[] = roots;
	let open: { readonly indent: number; readonly draft: Draft }[] = [];
	for (const line of withoutComments(text).split(/\r?\n/)) {
		// GitBook stores the ids of headings in empty links.
		const plain = line.replace(/<a\b[^<>]*><\/a>/g, "");
		const [, heading] = /^#{1,6}[ \t]+(.+?)[ \t#]*$/.exec(plain) ?? [];
		if (heading !== undefined) {
			open = [];
			// The first heading is the title of the list.
			const isTitle = roots.length === 0 && /^#[ \t]/.test(plain);
			const draft = { title: heading, pages: [] };
			part = isTitle ? roots : draft.pages;
			if (!isTitle) roots.push(draft);
			continue;
		}
		const [, blank, title = "", target = ""] = ENTRY.exec(line) ?? GROUP.exec(line) ?? [];
		if (blank === undefined) continue;
		const indent = blank.replaceAll("\t", "    ").length;
		open = open.filter((parent) => parent.indent < indent);
		const draft = draftOf(title, target);
		(open.at(-1)?.draft.pages ?? part).push(draft);
		open.push({ indent, draft });
	}
	return roots.flatMap(toEntry);
}

function draftOf(title: string, target: string): Draft {
	const plain = title.replace(/\\(.)/g, "$1").replace(/[*_`]/g, "");
	const isPage = /^(?![a-z][a-z\d+.-]*:)[^?#]+/i.test(target);
	const page = decodeURI(target.replace(/[?#].*$/, "").replace(/^\.?\//, "")) || "index";
	return { title: plain, page: isPage ? page : undefined, pages: [] };
}

function toEntry({ title, page, pages }: Draft): readonly NavigationEntry[] {
	return entryWith({ title, page, pages: pages.flatMap(toEntry) });
}
