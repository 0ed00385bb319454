import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Environment } from "../../platform/env.ts";
import { compareIngredients, type Ingredients } from "./compare-ingredients.ts";
import { ICONS_FOLDER, iconsState as stateOfIcons } from "./files/icons-state.ts";
import { createIncludeStamps } from "./files/included-file.ts";
import { listSiteFolder, realFolder } from "./files/list-site-folder.ts";
import { placeFiles } from "./files/place-files.ts";
import { retainUnreadable } from "./files/retain-unreadable.ts";
import { SETTLED, SETTLED_AFTER_MS, type Settling } from "./files/settling.ts";
import { identifyRevision } from "./identify-revision.ts";
import { checkLinks } from "./look/check-links.ts";
import type { CheckIsland } from "./markdown/islands.ts";
import { breakRedirectCircles } from "./pages/break-redirect-circles.ts";
import { checkIcons } from "./pages/check-icons.ts";
import { checkMiddleware } from "./pages/check-middleware.ts";
import { type FinishedBefore, finishPages } from "./pages/finish-pages.ts";
import type { PackedPage } from "./pages/packed-page.ts";
import { createPageReader, type PageFileReading, type PageJob } from "./pages/page-reader.ts";
import { type PlacedPage, placePages } from "./pages/place-pages.ts";
import { publishFiles } from "./pages/publish-files.ts";
import { pagesOf, readPages } from "./pages/read-pages.ts";
import { SITE_CONFIG_FILE } from "./parse-site-config.ts";
import type { Problem } from "./problem.ts";
import { readSettings } from "./read-settings.ts";
import type { Revision } from "./revision.ts";
import type { RouteRules } from "./route-rules.ts";
import type { SiteConfig } from "./site-config.ts";
import { outlineEditions } from "./site-tree/edition-outlines.ts";
import { createPageTree } from "./site-tree/page-tree.ts";
import { SiteMap } from "./site-tree/site-map.ts";

/** A revision with all that the next one can take over. */
export interface LoadedRevision extends Revision, Ingredients, FinishedBefore {
	readonly pages: ReadonlyMap<string, PackedPage>;
	/** When other files are served because a page appears or expires; milliseconds since the Unix epoch. */
	readonly filesUntilMs: number;
	/** How authors may write the files that are no pages. */
	readonly fileSpellings: ReadonlyMap<string, string>;
	/** Of what the pages are together: where they live, and where they lead. */
	readonly siteProblems: readonly Problem[];
}

export interface RevisionOptions {
	/** Absolute. */
	readonly siteFolder: string;
	/** Overrides values of `site.yaml`. */
	readonly environment: Environment;
	/** Stands for the file `site.yaml`; absent: it is read. */
	readonly configText?: string;
	/** @returns The markup of an icon, or `undefined` when no collection has it. */
	readonly resolveIcon?: (name: string) => string | undefined;
	/** Reads the operator's own icons; absent: there are none. */
	readonly readDrawings?: () => Revision["drawings"];
	/** @returns What is wrong with an island's name or props, as a sentence, or `undefined`. */
	readonly checkIsland?: CheckIsland;
	/** Whether a page that is code answers at a decoded path, so that a link to it is not broken. */
	readonly isAppPath?: (path: string) => boolean;
	/** Names that pages may give in `middleware`; absent: none. */
	readonly middleware?: ReadonlySet<string>;
	/** Of the same folder: what has not changed since is not read again, and what breaks stays. */
	readonly previous?: LoadedRevision | undefined;
	/** The folders in which something may have happened since the one before; absent: all. */
	readonly changed?: ReadonlySet<string> | undefined;
	/** Page files that were read before by the same build, such as by the process before this one. */
	readonly known?: KnownPages | undefined;
	/** Decides what is taken up at once; absent: everything is. */
	readonly settling?: Settling;
	/** Milliseconds since the Unix epoch; absent: the clock's. Files belong to pages, which are dated. */
	readonly nowMs?: number;
	/** Asks git when files came and changed last; absent: nothing is known of it. */
	readonly readCommitTimes?: ReadCommitTimes;
	/** Stamps by file: reading these states took too long, and is not tried again. */
	readonly stuckFiles?: ReadonlyMap<string, string>;
	/** Reads many files at once; absent: they are read here, one after the other. */
	readonly readFiles?: (
		jobs: readonly PageJob[],
		markdown: SiteConfig["markdown"],
	) => Promise<readonly PageFileReading[]>;
}

/** @returns The very same value as before while git says the same. By file of the site folder. */
export type ReadCommitTimes = (
	previous: FinishedBefore["commitTimes"] | undefined,
) => Promise<FinishedBefore["commitTimes"]>;

/** Page files, and what they were read under. */
export interface KnownPages extends Pick<LoadedRevision, "readings" | "iconsState"> {
	readonly markdown: SiteConfig["markdown"];
}

/**
 * Reads a site folder. What is wrong with a page is a problem of the revision; the rest of
 * the site stands.
 *
 * @throws {SiteConfigError} When `site.yaml` or the environment cannot be used, and never could.
 */
export async function loadRevision(options: RevisionOptions): Promise<LoadedRevision> {
	const { siteFolder, environment, previous, settling = SETTLED, resolveIcon = nothing } = options;
	const root = realFolder(siteFolder);
	const settings = readSettings({
		root,
		environment,
		settling,
		previous: previous?.settings,
		configText: options.configText,
	});
	const { config, routeRules } = settings;
	const changed = previous && options.changed;
	const last = changed && { contents: previous.listing.contents, changed };
	const listing = retainUnreadable(listSiteFolder(root, config.layout, last), previous?.listing);

	const iconsState = settledIcons(root, previous, settling);
	const hasSameIcons = previous?.iconsState === iconsState;
	const drawings =
		previous !== undefined && hasSameIcons
			? previous.drawings
			: (options.readDrawings?.() ?? new Map());
	const known = usableKnown(options, config);
	const readings = await readPages(listing.pages, {
		known: known?.readings ?? new Map(),
		areIconsNew: known?.iconsState !== iconsState,
		settling,
		stuckFiles: options.stuckFiles ?? new Map(),
		stampOf: createIncludeStamps(root, changed),
		readFiles: (jobs) =>
			options.readFiles?.(jobs, config.markdown) ??
			readHere(jobs, { ...options, siteFolder: root }, config),
	});
	const { files: placedFiles, spellings } = placeFiles(listing, previous);
	const nowMs = options.nowMs ?? Date.now();
	const ingredients = { settings, readings, listing, placedFiles };
	const isDated = previous === undefined || nowMs >= previous.filesUntilMs;
	const change = isDated ? "content" : compareIngredients(previous, ingredients);
	if (!isDated && change === "none" && hasSameIcons) return { ...previous, listing, settings };
	const fileProblems = [
		...[settings.config, settings, routeRules, listing].flatMap(({ problems }) => problems),
		...Array.from(readings.values(), ({ problems }) => problems).flat(),
	];
	// A page that has broken is named before anything else is looked at: nothing else has changed.
	if (!isDated && change === "problems" && hasSameIcons) {
		const problems = [...fileProblems, ...previous.siteProblems];
		return { ...previous, listing, settings, readings, problems };
	}
	const placed = placePages(
		pagesOf(readings.values()),
		listing.contentFolders,
		config.editions.locales,
	);

	const { basePath, locale } = config.public;
	const { middleware = new Set() } = options;
	const siteMap = new SiteMap({
		...placed,
		editions: config.editions,
		basePath,
		files: spellings,
		isAppPath: options.isAppPath ?? (() => false),
		isRuleRedirect: (path) => redirects(routeRules, path),
		middleware,
	});
	const asksGit =
		config.look.showsLastUpdated ||
		placed.pages.some(({ parsed }) => parsed.frontMatter.type === "blog");
	const readTimes = (asksGit ? options.readCommitTimes : undefined) ?? noCommitTimes;
	const commitTimes = await readTimes(previous?.commitTimes);
	const { finished, imageSizes } = finishPages(placed, {
		...{ siteMap, settings, placedFiles, commitTimes, iconsState, resolveIcon, previous },
	});
	const published = publishFiles({
		placed: placedFiles,
		pages: finished.values(),
		framed: config.look.files.map(({ path }) => path),
		included: new Set(Array.from(filesIncludedBy(placed.pages), (file) => join(root, file))),
		patterns: config.publicFiles,
		nowMs,
	});
	const files = keepSameFiles(previous?.files, published.files);
	const { matcher } = routeRules;
	const unbroken = breakRedirectCircles(
		new Map(Array.from(finished.values(), ({ page }) => [page.path, page])),
		{ matcher, basePath },
	);
	const { pages } = unbroken;
	const tree = createPageTree({
		pages: pages.values(),
		orders: placed.orders,
		locale,
		order: config.navigationOrder,
		resolveIcon,
	});
	const outlined =
		config.navigation &&
		outlineEditions(config.navigation, {
			...{ pages, tree, siteMap },
			editions: config.editions,
		});
	const { redirectsText: redirectsFile } = settings;
	const siteProblems = [
		...(outlined?.problems ?? []),
		...published.problems,
		...[placed, ...finished.values(), unbroken].flatMap(({ problems }) => problems),
		...checkIcons(placed.pages, resolveIcon),
		...checkMiddleware(pages.values(), middleware),
		...checkLinks(config, siteMap),
		...config.look.files.flatMap(({ key, path }) =>
			placedFiles.has(path)
				? []
				: [{ file: SITE_CONFIG_FILE, message: `"${key}" leads to no file: "${path}"` }],
		),
	];

	return {
		id: identifyRevision({ config, redirectsFile, pages, files }),
		config,
		pages,
		foldedPaths: placed.foldedPaths,
		files,
		tree: {
			...tree,
			editions: config.editions,
			...outlined?.tree,
		},
		routeRules,
		problems: [...fileProblems, ...siteProblems],
		listing,
		settings,
		readings,
		finished,
		placedFiles,
		filesUntilMs: published.untilMs,
		fileSpellings: spellings,
		imageSizes,
		commitTimes,
		iconsState,
		drawings,
		siteProblems,
	};
}

/** Many pages include the same files. */
function filesIncludedBy(pages: readonly PlacedPage[]): ReadonlySet<string> {
	return new Set(pages.flatMap(({ parsed }) => [...parsed.included.keys()]));
}

/** A drawing that is being saved is not drawn yet. */
function settledIcons(
	root: string,
	previous: LoadedRevision | undefined,
	settling: Settling,
): string {
	const state = stateOfIcons(root);
	if (previous === undefined || state === previous.iconsState) return state;
	return settling.isSettled(ICONS_FOLDER, state, SETTLED_AFTER_MS) ? state : previous.iconsState;
}

async function readHere(
	jobs: readonly PageJob[],
	{ siteFolder, resolveIcon = nothing, checkIsland = nothing }: RevisionOptions,
	{ markdown }: SiteConfig,
): Promise<readonly PageFileReading[]> {
	return createPageReader(siteFolder, { ...markdown, resolveIcon, checkIsland })(jobs);
}

const NO_COMMIT_TIMES: FinishedBefore["commitTimes"] = new Map();

async function noCommitTimes(): Promise<FinishedBefore["commitTimes"]> {
	return NO_COMMIT_TIMES;
}

function nothing(): undefined {
	return undefined;
}

function redirects({ matcher }: RouteRules, path: string): boolean {
	return matcher.match(path).some(({ rule }) => rule.redirect !== undefined);
}

/** @returns The very same value as before while it says the same. */
function keepSameFiles<Files extends ReadonlyMap<string, unknown>>(
	last: Files | undefined,
	next: Files,
): Files {
	if (last?.size !== next.size) return next;
	return [...next].every(([path, file]) => last.get(path) === file) ? last : next;
}

/** Bodies that were rendered under other rules are of no use. */
function usableKnown(
	{ previous, known }: RevisionOptions,
	{ markdown }: SiteConfig,
): KnownPages | undefined {
	const candidate =
		previous === undefined ? known : { ...previous, markdown: previous.config.markdown };
	return isDeepStrictEqual(candidate?.markdown, markdown) ? candidate : undefined;
}
