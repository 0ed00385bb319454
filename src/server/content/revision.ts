import type { Environment } from "../../platform/env.ts";
import { breakRedirectCircles } from "./break-redirect-circles.ts";
import { checkIcons } from "./check-icons.ts";
import { checkMiddleware } from "./check-middleware.ts";
import { finishPage } from "./finish-page.ts";
import { identifyRevision } from "./identify-revision.ts";
import { type ImageSize, readImageSizes } from "./image-size.ts";
import { listSiteFolder } from "./list-site-folder.ts";
import { loadSiteConfig, readSiteText } from "./load-site-config.ts";
import type { CheckIsland } from "./markdown/islands.ts";
import { createBodyRenderer } from "./markdown/render-body.ts";
import type { Page } from "./page.ts";
import { createPageTree, type PageTree } from "./page-tree.ts";
import type { ParsedPage } from "./parsed-page.ts";
import { placeFiles } from "./place-files.ts";
import { placePages } from "./place-pages.ts";
import type { Problem } from "./problem.ts";
import { readPages } from "./read-pages.ts";
import { imagesOf } from "./resolve-references.ts";
import { compileRouteRules, REDIRECTS_FILE, type RouteRules } from "./route-rules.ts";
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
	/** Of `site.yaml` and of the `_redirects` file. */
	readonly routeRules: RouteRules;
	readonly problems: readonly Problem[];
	/** By file relative to the site folder; the next revision takes over what has not changed. */
	readonly parsedPages: ReadonlyMap<string, ParsedPage>;
	/** By decoded path, of the images that pages show. */
	readonly imageSizes: ReadonlyMap<string, ImageSize>;
}

export interface RevisionOptions {
	/** Absolute. */
	readonly siteFolder: string;
	/** Overrides values of `site.yaml`. */
	readonly environment: Environment;
	/** @returns The markup of an icon, or `undefined` when no collection has it. */
	readonly resolveIcon?: (name: string) => string | undefined;
	/** @returns What is wrong with an island's name or props, as a sentence, or `undefined`. */
	readonly checkIsland?: CheckIsland;
	/** Whether a page that is code answers at a decoded path, so that a link to it is not broken. */
	readonly isAppPath?: (path: string) => boolean;
	/** Names that pages may give in `middleware`; absent: none. */
	readonly middleware?: ReadonlySet<string>;
	/** Of the same folder: what has not changed since is not read again. The icons must be the same. */
	readonly previous?: Revision | undefined;
}

/**
 * Reads a site folder. What is wrong with a page is a problem of the revision; the rest of
 * the site stands.
 *
 * @throws {SiteConfigError} When `site.yaml` or the environment cannot be used.
 */
export async function loadRevision(options: RevisionOptions): Promise<Revision> {
	const { siteFolder, environment, resolveIcon = nothing, checkIsland = nothing } = options;
	const listing = await listSiteFolder(siteFolder);
	const config = await loadSiteConfig(listing.root, environment);
	const redirectsFile = await readSiteText(listing.root, REDIRECTS_FILE);
	const routeRules = compileRouteRules(config.routeRules, redirectsFile);
	const previous = usablePrevious(options.previous, config);

	const renderer = createBodyRenderer({ ...config.markdown, resolveIcon, checkIsland });
	const read = await readPages(listing.pages, {
		renderer,
		known: previous?.parsedPages ?? new Map(),
	});
	const placed = placePages(read.pages, listing.pagesFolder);
	const { files, spellings } = placeFiles(listing);

	const { basePath, locale, name: siteName } = config.public;
	const isAnswered = (path: string): boolean =>
		options.isAppPath?.(path) === true || redirects(routeRules, path);
	const siteMap = new SiteMap({ ...placed, basePath, files: spellings, isAnswered });
	const images = new Set(placed.pages.flatMap((page) => imagesOf(page, siteMap)));
	const imageSizes = await readImageSizes(images, files, previous);
	const finished = placed.pages.map((page) => finishPage(page, { siteMap, imageSizes, siteName }));
	const { matcher } = routeRules;
	const unbroken = breakRedirectCircles(new Map(finished.map(({ page }) => [page.path, page])), {
		matcher,
		basePath,
	});
	const { pages } = unbroken;

	return {
		id: identifyRevision({ config, redirectsFile, pages, files }),
		config,
		pages,
		foldedPaths: placed.foldedPaths,
		files,
		tree: createPageTree({ pages: pages.values(), orders: placed.orders, locale, resolveIcon }),
		routeRules,
		problems: [
			...[config, routeRules, listing, read, placed, ...finished, unbroken].flatMap(
				({ problems }) => problems,
			),
			...checkIcons(placed.pages, resolveIcon),
			...checkMiddleware(pages.values(), options.middleware ?? new Set()),
		],
		parsedPages: new Map(read.pages.map((page) => [page.file, page])),
		imageSizes,
	};
}

function nothing(): undefined {
	return undefined;
}

function redirects({ matcher }: RouteRules, path: string): boolean {
	return matcher.match(path).some(({ rule }) => rule.redirect !== undefined);
}

/** Bodies that were rendered under another rule for HTML are of no use. */
function usablePrevious(
	previous: Revision | undefined,
	{ markdown }: SiteConfig,
): Revision | undefined {
	return previous?.config.markdown.html === markdown.html ? previous : undefined;
}
