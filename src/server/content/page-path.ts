import type { ContentFolder } from "../../platform/settings/content-settings.ts";
import { tidyPath } from "../../shared/routing/routes.ts";

/** Path and order of a page, read from its file name. */
export interface PageName {
	/** The true path, in NFC. */
	readonly path: string;
	/** Order prefixes along the way, such as `/guide` → 2 for `2.guide/`. */
	readonly orders: ReadonlyMap<string, number>;
}

/** `2.install` has an order, but `1.2.3` is a version and `2024` a year. */
const ORDER_PREFIX = /^(\d{1,6})\.(?=\D)/;

/** Docusaurus also writes `02-install` and `02_install`. */
const ANY_ORDER_PREFIX = /^(\d{1,6})[ \t]*[-_.]+[ \t]*(?=[^\d\s_.-])/;

export const ORDER_PREFIXES = [ORDER_PREFIX, ANY_ORDER_PREFIX] as const;

/** Names of the index page of a folder; `_index` is Hugo's. */
export const INDEX_NAME = /^(?:_?index|readme)$/i;

export const PAGE_EXTENSION = /\.(?:mdx?|markdown)$/i;

/**
 * Whether the file or a folder above it starts with an underscore, which marks parts and templates.
 * Not so for `_index.md`, which is Hugo's index, and pages in `_drafts`, which are drafts.
 *
 * @param name Relative to the pages folder.
 */
export function isUnderscored(name: string): boolean {
	return /(?:^|\/)_(?!drafts\/|index(?:\.[\w-]+)?\.mdx?$)/i.test(name);
}

/** Rules for reading a name. */
export interface NameReading {
	/** Order prefixes to remove: `2.` only, or also forms such as `02-` and `02_`. */
	readonly numbers: "dot" | "any";
	/** Number of leading segments that are part of a path already, without order prefixes. */
	readonly depth: number;
	/** Extension of every path except that of a folder. */
	readonly ending?: "html" | undefined;
}

const PLAIN: NameReading = { numbers: "dot", depth: 0 };

/**
 * Converts the name of a page file to the path of its page.
 *
 * @param file Relative to the pages folder, with forward slashes.
 */
export function parsePageName(
	file: string,
	{ numbers, depth, ending }: NameReading = PLAIN,
): PageName {
	const pattern = numbers === "any" ? ANY_ORDER_PREFIX : ORDER_PREFIX;
	const orders = new Map<string, number>();
	const segments = file.normalize("NFC").replace(PAGE_EXTENSION, "").split("/");
	let path = "";
	for (const [index, segment] of segments.entries()) {
		const prefix = index < depth ? null : pattern.exec(segment);
		const name = segment.slice(prefix?.[0].length ?? 0);
		const isPage = index === segments.length - 1 && !INDEX_NAME.test(name);
		path += `/${name}${isPage && ending !== undefined ? `.${ending}` : ""}`;
		if (prefix?.[1] !== undefined) orders.set(path, Number(prefix[1]));
	}
	const folder = path.slice(0, path.lastIndexOf("/"));
	if (!INDEX_NAME.test(path.slice(folder.length + 1))) return { path, orders };
	const order = orders.get(path);
	orders.delete(path);
	// An order of `guide/1.index.md` applies to the folder, unless the folder has its own.
	if (order !== undefined && !orders.has(folder)) orders.set(folder, order);
	return { path: folder || "/", orders };
}

/**
 * Returns the path of a file beside pages. Folders lose their order prefixes, as in paths of pages.
 *
 * @example
 * pathOfFile("1.guide/plan.png"); // "/guide/plan.png"
 */
export function pathOfFile(file: string): string {
	const segments = file.normalize("NFC").split("/");
	const name = segments.pop() ?? "";
	return tidyPath(
		[...segments.map((segment) => segment.replace(ORDER_PREFIX, "")), name].join("/"),
	);
}

/**
 * @param file Relative to the site folder.
 * @returns The name of a page file below the path of its folder, and the rules for reading it.
 */
export function contentName(
	file: string,
	folders: readonly ContentFolder[],
): NameReading & { readonly name: string } {
	const known = folders.find(({ folder }) => folder === "" || file.startsWith(`${folder}/`));
	if (known === undefined) return { ...PLAIN, name: file };
	const { folder, at, numbers, ending } = known;
	const below = folder === "" ? file : file.slice(folder.length + 1);
	return {
		name: at === "" ? below : `${at}/${below}`,
		numbers,
		ending,
		depth: at === "" ? 0 : at.split("/").length,
	};
}
