import type { ContentFolder } from "../../platform/settings/content-settings.ts";
import { tidyPath } from "../../shared/routing/routes.ts";

/** What the name of a page file says about the page. */
export interface PageName {
	/** The true path, in NFC. */
	readonly path: string;
	/** Order prefixes along the way, such as `/guide` → 2 for `2.guide/`. */
	readonly orders: ReadonlyMap<string, number>;
}

/** `2.install` is second, but `1.2.3` is a version and `2024` a year. */
const ORDER_PREFIX = /^(\d{1,6})\.(?=\D)/;

/** Docusaurus also writes `02-install` and `02_install`. */
const ANY_ORDER_PREFIX = /^(\d{1,6})[ \t]*[-_.]+[ \t]*(?=[^\d\s_.-])/;

export const ORDER_PREFIXES = [ORDER_PREFIX, ANY_ORDER_PREFIX] as const;

/** What stands for its folder; `_index` is Hugo's. */
export const INDEX_NAME = /^(?:_?index|readme)$/i;

export const PAGE_EXTENSION = /\.(?:mdx?|markdown)$/i;

/**
 * Whether a name says that the file is a part, a template or a draft: it or a folder above it starts
 * with an underscore. `_index.md` is Hugo's index; pages in `_drafts` are drafts.
 *
 * @param name Below the pages folder.
 */
export function isUnderscored(name: string): boolean {
	return /(?:^|\/)_(?!drafts\/|index(?:\.[\w-]+)?\.mdx?$)/i.test(name);
}

/** How a name is read. */
export interface NameReading {
	/** Which numbers before names only order. */
	readonly numbers: "dot" | "any";
	/** So many segments in front are an address already. */
	readonly depth: number;
	/** Ends every path except that of a folder. */
	readonly ending?: "html" | undefined;
}

const PLAIN: NameReading = { numbers: "dot", depth: 0 };

/**
 * Turns the name of a page file into the path of its page.
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
	// `guide/1.index.md` orders nothing below the folder, so it can only mean the folder.
	if (order !== undefined && !orders.has(folder)) orders.set(folder, order);
	return { path: folder || "/", orders };
}

/**
 * Where a file beside pages is served: folders lose their order prefixes, as the pages' paths do.
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
 * @returns The name of a page file below the address of its folder, and how that is read.
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
