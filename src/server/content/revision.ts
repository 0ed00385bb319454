import type { Environment } from "../../platform/env.ts";
import { titleOfPath } from "../../shared/titles.ts";
import { type ImageSize, readImageSize } from "./image-size.ts";
import { type ListedFile, listSiteFolder, type SiteFolderListing } from "./list-site-folder.ts";
import { loadSiteConfig, readSiteText } from "./load-site-config.ts";
import { mapConcurrently } from "./map-concurrently.ts";
import { type BodyRenderer, createBodyRenderer } from "./markdown/render-body.ts";
import { mediaTypeOf } from "./media-type.ts";
import type { FrontMatter, Page } from "./page.ts";
import { aliasesOf, foldPath, parsePageName, pathOfFile } from "./page-path.ts";
import { createPageTree, type PageTree } from "./page-tree.ts";
import { digestOf, parsePage } from "./parse-page.ts";
import type { ParsedPage } from "./parsed-page.ts";
import type { Problem } from "./problem.ts";
import { readRegularFile } from "./read-regular-file.ts";
import { type LinkingPage, resolveAddress, resolveReferences } from "./resolve-references.ts";
import type { SiteConfig } from "./site-config.ts";
import type { SiteFile } from "./site-file.ts";
import { SiteMap } from "./site-map.ts";

/** One immutable snapshot of the site folder. */
export interface Revision {
	/** A hash of what the folder says, never of the clock. */
	readonly id: string;
	readonly config: SiteConfig;
	/** By true path; drafts and pages of another time are included, guards decide. */
	readonly pages: ReadonlyMap<string, Page>;
	/** Folded path or alias (`/x/index`, `/x/readme`, `/x.md`, `/x.html`) → true path. */
	readonly foldedPaths: ReadonlyMap<string, string>;
	/** Decoded path → file: `public/**` and the files beside pages. */
	readonly files: ReadonlyMap<string, SiteFile>;
	/** What navigation is made from. */
	readonly tree: PageTree;
	/** The text of the `_redirects` file, if there is one. */
	readonly redirectsFile: string | undefined;
	readonly problems: readonly Problem[];
	/** By file relative to the site folder; the next revision takes over what has not changed. */
	readonly parsedPages: ReadonlyMap<string, ParsedPage>;
}

export interface RevisionOptions {
	/** Absolute. */
	readonly siteFolder: string;
	/** Overrides values of `site.yaml`. */
	readonly environment: Environment;
	/** @returns The markup of an icon, or `undefined` when no collection has it. */
	readonly resolveIcon?: (name: string) => string | undefined;
	/** Files that have not changed since are not parsed again; icons must be the same. */
	readonly previous?: Revision | undefined;
}

/** Enough to keep the disk busy while one file is parsed. */
const FILES_AT_ONCE = 16;

/** A page of this size takes a second to parse and half a minute to read. */
const MAX_PAGE_BYTES = 5_000_000;

/**
 * Reads a site folder. What is wrong with a page is a problem of the revision; the rest of
 * the site stands.
 *
 * @throws {SiteConfigError} When `site.yaml` or the environment cannot be used.
 */
export async function loadRevision(options: RevisionOptions): Promise<Revision> {
	const listing = await listSiteFolder(options.siteFolder);
	const config = await loadSiteConfig(listing.root, options.environment);
	const redirectsFile = await readSiteText(listing.root, "_redirects");
	const resolveIcon = options.resolveIcon ?? noIcon;
	const renderer = createBodyRenderer({ html: config.markdown.html, resolveIcon });
	const previous =
		options.previous?.config.markdown.html === config.markdown.html ? options.previous : undefined;
	const parsings = await mapConcurrently(listing.pages, FILES_AT_ONCE, (file) =>
		readPage(file, renderer, previous?.parsedPages),
	);
	const parsed = parsings.flatMap((parsing) => (parsing.page === undefined ? [] : [parsing.page]));
	const placed = placePages(parsed, listing);
	const files = placeFiles(listing);
	const imageSizes = await readImageSizes(files);
	const siteMap = new SiteMap({
		basePath: config.public.basePath,
		pages: new Map(placed.pages.map((page) => [page.path, page.parsed.body])),
		foldedPaths: placed.foldedPaths,
		files: files.spellings,
		imageSizes,
	});
	const finished = placed.pages.map((page) => finishPage(page, siteMap, config));
	const pages = new Map(finished.map(({ page }) => [page.path, page]));
	return {
		id: identify(config, pages, files.byPath, redirectsFile),
		config,
		pages,
		foldedPaths: placed.foldedPaths,
		files: files.byPath,
		tree: createPageTree({
			pages: pages.values(),
			orders: placed.orders,
			locale: config.public.locale,
			resolveIcon,
		}),
		redirectsFile,
		problems: [
			...listing.problems,
			...parsings.flatMap(({ problems }) => problems),
			...placed.problems,
			...finished.flatMap(({ problems }) => problems),
		],
		parsedPages: new Map(parsed.map((page) => [page.file, page])),
	};
}

function noIcon(): undefined {
	return undefined;
}

interface PageReading {
	readonly page?: ParsedPage;
	readonly problems: readonly Problem[];
}

async function readPage(
	{ file, realPath, size, modifiedMs }: ListedFile,
	renderer: BodyRenderer,
	previous: ReadonlyMap<string, ParsedPage> | undefined,
): Promise<PageReading> {
	const known = previous?.get(file);
	if (known?.modifiedMs === modifiedMs && known.size === size) {
		return { page: known, problems: known.problems };
	}
	const reading = await readRegularFile(realPath, MAX_PAGE_BYTES);
	if (reading.kind === "absent") return { problems: [] };
	if (reading.kind === "refused") return refused(file, reading.rule);
	const parsing = parsePage(
		{ file, bytes: reading.bytes, modifiedMs: reading.modifiedMs },
		renderer,
	);
	if (parsing.kind === "refused") return refused(file, parsing.rule);
	return { page: parsing.page, problems: parsing.page.problems };
}

function refused(file: string, rule: string): PageReading {
	return { problems: [{ file, message: `The file ${rule}` }] };
}

interface PlacedPages {
	readonly pages: readonly LinkingPage[];
	readonly foldedPaths: ReadonlyMap<string, string>;
	readonly orders: ReadonlyMap<string, number>;
	readonly problems: readonly Problem[];
}

/** Gives every page its path; of two on one path the first wins, and an index before a README. */
function placePages(
	parsed: readonly ParsedPage[],
	{ pagesFolder }: SiteFolderListing,
): PlacedPages {
	const pages = new Map<string, LinkingPage>();
	const orders = new Map<string, number>();
	const problems: Problem[] = [];
	const names = new Map<string, string>();
	for (const page of parsed.toSorted(indexBeforeReadme)) {
		const name = pagesFolder === "" ? page.file : page.file.slice(pagesFolder.length + 1);
		const pageName = parsePageName(name);
		const path = withSlug(pageName.path, page.frontMatter.slug);
		for (const [folder, order] of pageName.orders) {
			if (!orders.has(folder)) orders.set(folder, order);
		}
		const other = pages.get(path);
		if (other !== undefined) {
			problems.push({
				file: page.file,
				message: `The path "${path}" must belong to one file: "${other.parsed.file}" has it already`,
			});
			continue;
		}
		names.set(path, name);
		pages.set(path, {
			path,
			folder: name.slice(0, Math.max(name.lastIndexOf("/"), 0)),
			parsed: page,
		});
	}
	return { pages: [...pages.values()], foldedPaths: foldPaths(names), orders, problems };
}

function indexBeforeReadme(one: ParsedPage, other: ParsedPage): number {
	const isReadme = ({ file }: ParsedPage): number =>
		/(?:^|[/.])readme\.mdx?$/i.test(file) ? 1 : 0;
	return isReadme(one) - isReadme(other);
}

function withSlug(path: string, slug: string | undefined): string {
	if (slug === undefined) return path;
	if (slug.startsWith("/")) return parsePageName(slug.slice(1)).path;
	return parsePageName(`${path.slice(1, path.lastIndexOf("/") + 1)}${slug}`).path;
}

/** True paths first: an alias never hides a page. */
function foldPaths(names: ReadonlyMap<string, string>): Map<string, string> {
	const folded = new Map<string, string>();
	for (const path of names.keys()) {
		if (!folded.has(foldPath(path))) folded.set(foldPath(path), path);
	}
	for (const [path, name] of names) {
		for (const alias of aliasesOf(path, name)) {
			if (!folded.has(alias)) folded.set(alias, path);
		}
	}
	return folded;
}

interface PlacedFiles {
	readonly byPath: ReadonlyMap<string, SiteFile>;
	readonly spellings: ReadonlyMap<string, string>;
}

/** A file of `public/` wins over one beside the pages: it was put there for its address. */
function placeFiles({ root, assets, publicFiles }: SiteFolderListing): PlacedFiles {
	const byPath = new Map<string, SiteFile>();
	const spellings = new Map<string, string>();
	for (const listed of [...publicFiles, ...assets]) {
		const path = pathOfFile(listed.name);
		if (byPath.has(path)) continue;
		byPath.set(path, {
			absolutePath: listed.realPath,
			realRoot: root,
			mediaType: mediaTypeOf(listed.name),
			size: listed.size,
			modifiedMs: listed.modifiedMs,
		});
		for (const spelling of [path, foldPath(path), `/${listed.name}`, foldPath(`/${listed.name}`)]) {
			if (!spellings.has(spelling)) spellings.set(spelling, path);
		}
	}
	return { byPath, spellings };
}

async function readImageSizes({ byPath }: PlacedFiles): Promise<Map<string, ImageSize>> {
	const images = [...byPath].filter(([, { mediaType }]) => mediaType.startsWith("image/"));
	const sizes = await mapConcurrently(images, FILES_AT_ONCE, async ([path, file]) => ({
		path,
		size: await readImageSize(file),
	}));
	return new Map(sizes.flatMap(({ path, size }) => (size === undefined ? [] : [[path, size]])));
}

function finishPage(
	linking: LinkingPage,
	siteMap: SiteMap,
	config: SiteConfig,
): { readonly page: Page; readonly problems: readonly Problem[] } {
	const { path, parsed } = linking;
	const { html, problems } = resolveReferences(linking, siteMap);
	const title = parsed.frontMatter.title ?? parsed.body.heading ?? titleOfPath(path);
	const { navigation } = parsed.frontMatter;
	const page: Page = {
		path,
		file: parsed.file,
		title,
		navigation: navigation !== false && { title: title || config.public.name, ...navigation },
		frontMatter: withAddresses(parsed.frontMatter, linking, siteMap),
		html,
		hasHeading: parsed.body.heading !== undefined,
		headings: parsed.body.headings,
		modifiedMs: parsed.modifiedMs,
		digest: parsed.digest,
	};
	return { page, problems };
}

function withAddresses(
	frontMatter: FrontMatter,
	linking: LinkingPage,
	siteMap: SiteMap,
): FrontMatter {
	const { image, redirect } = frontMatter;
	return {
		...frontMatter,
		...(image === undefined ? {} : { image: resolveAddress(image, linking, siteMap).url }),
		...(redirect === undefined ? {} : { redirect: resolveAddress(redirect, linking, siteMap).url }),
	};
}

function identify(
	config: SiteConfig,
	pages: ReadonlyMap<string, Page>,
	files: ReadonlyMap<string, SiteFile>,
	redirectsFile: string | undefined,
): string {
	const content = [
		JSON.stringify([config, redirectsFile ?? ""]),
		...Array.from(pages.values(), ({ path, digest, html }) => `${path}\n${digest}\n${html}`),
		...Array.from(files, ([path, { size }]) => `${path}\n${size}`),
	];
	return digestOf(content.join("\0")).slice(0, 16);
}
