import type { ContentFolder } from "../../../platform/settings/content-settings.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import { tidyPath } from "../../../shared/routing/routes.ts";
import { type Locale, translatedName } from "../i18n.ts";
import { contentName, parsePageName } from "../page-path.ts";
import type { ParsedPage } from "../pages/parse-page.ts";
import { type Problem, problemWith } from "../problem.ts";
import { createSpellings, formerSpelling, type Spellings } from "./spellings.ts";

/** A page with its path. */
export interface PlacedPage {
	/** The true path. */
	readonly path: string;
	/** Relative to the pages folder. */
	readonly name: string;
	readonly parsed: ParsedPage;
	/** Path of the overview of its API reference; empty if the home page is the overview. */
	readonly apiRoot?: string;
}

export interface PlacedPages {
	readonly pages: readonly PlacedPage[];
	/** Folded paths and aliases → true path. */
	readonly foldedPaths: Spellings;
	/** Order prefixes by path, folders included. */
	readonly orders: ReadonlyMap<string, number>;
	readonly problems: readonly Problem[];
}

/**
 * Assigns a path to every page. If two pages have the same path, the first wins, and `index.md` wins
 * over `README.md`.
 *
 * @param folders Folders of the pages.
 * @param locales Languages that a file name may contain as a suffix.
 * @param paths Configured paths of pages, by file.
 */
export function placePages(
	parsed: readonly ParsedPage[],
	folders: readonly ContentFolder[],
	locales: readonly Locale[] = [],
	paths: Readonly<Record<string, string>> = {},
): PlacedPages {
	const pages = new Map<string, PlacedPage>();
	const orders = new Map<string, number>();
	const problems: Problem[] = [];
	const overviews = new Map<string, PlacedPage>();
	for (const page of parsed.toSorted((one, other) => rankOf(one) - rankOf(other))) {
		const { partOf } = page;
		const above = partOf === undefined ? undefined : overviews.get(partOf.file);
		if (partOf !== undefined && above === undefined) continue;
		const { name, ...reading } = contentName(page.file, folders);
		const { path: ownPath, orders: ownOrders } = parsePageName(
			translatedName(name, locales),
			reading,
		);
		const configured = paths[page.file];
		const apiRoot = above?.apiRoot;
		const path =
			apiRoot !== undefined
				? `${apiRoot}/${partOf?.slug}`
				: configured === undefined
					? withSlug(ownPath, page.frontMatter.slug)
					: tidyPath(configured.normalize("NFC"));
		const message = checkPath(path, pages.get(path));
		if (message !== undefined) {
			problems.push({ file: page.file, message });
			continue;
		}
		const root = apiRoot ?? (page.parts === undefined ? undefined : path.replace(/\/$/, ""));
		const place = { path, name, parsed: page, ...definedOnly({ apiRoot: root }) };
		pages.set(path, place);
		overviews.set(page.file, place);
		for (const [folder, order] of ownOrders) orders.set(folder, orders.get(folder) ?? order);
	}
	const placed = [...pages.values()];
	const foldedPaths = createSpellings(
		placed.map(({ path, name, parsed: { frontMatter } }) => ({
			...{ path, name, formerPaths: frontMatter.formerPaths },
		})),
	);
	problems.push(...placed.flatMap((page) => checkFormerPaths(page, foldedPaths)));
	return { pages: placed, foldedPaths, orders, problems };
}

/** Reports former addresses that now belong to another page, which has or had the address too. */
function checkFormerPaths({ path, parsed }: PlacedPage, foldedPaths: Spellings): Problem[] {
	const key = parsed.frontMatterLines.has("aliases") ? "aliases" : "redirect_from";
	return (parsed.frontMatter.formerPaths ?? []).flatMap((former) => {
		const found = foldedPaths.get(formerSpelling(former, path));
		if (found === path) return [];
		const message = `The former address "${former}" must not be the path of another page: it leads to "${found}"`;
		return [problemWith(parsed, key, message)];
	});
}

/** Sorts an overview before its parts, and a README after other pages. */
function rankOf({ file, partOf }: ParsedPage): number {
	return partOf === undefined ? Number(README.test(file)) : 2;
}

const README = /(?:^|[/.])readme\.mdx?$/i;

/** A slug replaces the last segment, or the whole path if it starts with a slash. */
function withSlug(path: string, slug: string | undefined): string {
	if (slug === undefined) return path;
	const folder = slug.startsWith("/") ? "" : path.slice(1, path.lastIndexOf("/") + 1);
	return parsePageName(`${folder}${slug.replace(/^\/|\/$/g, "")}`).path;
}

/** Paths that no request can have: the server refuses them before any look-up. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const UNREACHABLE = /[\u0000-\u001f\u007f\\]|\/\.{1,2}(?:\/|$)/;

/** More than the depth of listed folders, so only a slug or a setting can exceed it. */
const MAX_SEGMENTS = 64;

/** @returns The problem of a path, as a sentence. */
function checkPath(path: string, other: PlacedPage | undefined): string | undefined {
	if (UNREACHABLE.test(path)) {
		return `A path must have no backslash, control character or dot segment: current value is ${JSON.stringify(path)}`;
	}
	if (OWN_PATH.test(path)) {
		return `The path "${path}" must not be a path that the server itself uses`;
	}
	if (path.split("/").length > MAX_SEGMENTS) {
		return `A path must not have more than ${MAX_SEGMENTS} segments`;
	}
	return (
		other && `The path "${path}" must belong to one file: "${other.parsed.file}" has it already`
	);
}

/**
 * Paths that the server itself answers, without base path: probes, metrics, assets, islands, icons and
 * analytics.
 */
export const OWN_PATH =
	/^\/(?:healthz|readyz|metrics|_nuxt\/.*|__nuxt_island\/.*|api\/_nuxt_icon\/.*|_loggia\/.*|ingest\/.*)$/;
