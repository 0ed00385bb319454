import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { realFolder } from "./files/folder-walk.ts";
import { listSiteFolder, retainUnreadable, settledIcons } from "./files/list-site-folder.ts";
import { placeFiles } from "./files/place-files.ts";
import { SETTLED } from "./files/stability-tracker.ts";
import { createOutlines } from "./navigation/create-outlines.ts";
import { createPageTree } from "./navigation/page-tree.ts";
import { createIncludeStamps, createPageReader, type PageSource } from "./pages/page-reader.ts";
import { readPages, withParts } from "./pages/read-pages.ts";
import { SITE_CONFIG_FILE } from "./parse-site-config.ts";
import type { Problem } from "./problem.ts";
import { readSettings } from "./read-settings.ts";
import {
	type Change,
	compareIngredients,
	type Ingredients,
	identifyRevision,
	type KnownPages,
	type LoadedRevision,
	type RevisionOptions,
} from "./revision.ts";
import { type PlacedPages, placePages } from "./routing/place-pages.ts";
import { publishFiles } from "./routing/publish-files.ts";
import {
	breakRedirectCircles,
	type LinkedBefore,
	resolvePageLinks,
} from "./routing/resolve-page-links.ts";
import { checkLinks, SiteMap } from "./routing/site-map.ts";
import { isOnePath, matchPattern, type SiteCode } from "./site-code.ts";
import type { SiteConfig } from "./site-config.ts";

/**
 * Reads a site folder. A mistake in a page becomes a problem of the revision and does not affect
 * other pages.
 *
 * @throws {SiteConfigError} When `site.yaml` or the environment is unusable in the first revision.
 */
export async function loadRevision(options: RevisionOptions): Promise<LoadedRevision> {
	const { previous, nowMs = Date.now() } = options;
	const { listedCode, ...listed } = listFolder(options);
	const codeReading = await listedCode?.read(listed.settings.config);
	const parsed = await parsePages(listed, options, codeReading?.code);
	const ingredients = { ...listed, codeReading, parsed, nowMs };
	const change = compareIngredients(previous, ingredients);
	if (previous !== undefined && change === "none") {
		const { listing, settings } = ingredients;
		const found = [...problemsOfFiles(ingredients), ...previous.siteProblems];
		const problems = isDeepStrictEqual(previous.problems, found) ? previous.problems : found;
		return { ...previous, listing, settings, parsed, problems };
	}
	return publish(ingredients, await linkPages(ingredients, change, options), options);
}

type ListedFolder = Omit<ReturnType<typeof listFolder>, "listedCode">;

/** Lists the folder before any page is read. */
function listFolder(options: RevisionOptions) {
	const { siteFolder, environment, previous, settling = SETTLED, configText } = options;
	const root = realFolder(siteFolder);
	const listedCode = options.code?.list(root);
	const settings = readSettings({
		...{ root, environment, settling, configText },
		code: listedCode?.names,
		previous: previous?.settings,
	});
	const last = previous &&
		options.changed && { contents: previous.listing.contents, changed: options.changed };
	const listing = retainUnreadable(
		listSiteFolder(root, settings.config.settings, { last, hasCode: options.code !== undefined }),
		previous?.listing,
	);
	const iconsState = settledIcons(root, previous?.iconsState, settling);
	const drawings =
		previous?.iconsState === iconsState
			? previous.drawings
			: (options.readDrawings?.() ?? new Map());
	const placed = placeFiles(listing, previous);
	return { root, settings, listing, iconsState, drawings, listedCode, ...placed };
}

function parsePages(
	{ root, settings: { config }, listing, iconsState }: ListedFolder,
	options: RevisionOptions,
	code: SiteCode | undefined,
): Promise<LoadedRevision["parsed"]> {
	const { resolveIcon = nothing, checkIsland = nothing } = options;
	const modules = new Set(code?.pages.map(({ file }) => file));
	const sources = [
		...listing.pages.filter(({ file }) => !modules.has(file)),
		...apiFiles(config.settings.openapi),
	];
	const known = usableKnown(options, config);
	return readPages(sources, {
		known: known?.parsed ?? new Map(),
		areIconsNew: known?.iconsState !== iconsState,
		settling: options.settling ?? SETTLED,
		stuckFiles: options.stuckFiles ?? new Map(),
		stampOf: createIncludeStamps(root, options.previous && options.changed),
		readFiles: async (changed) =>
			options.readFiles?.(changed, config.markdown) ??
			createPageReader(root, { ...config.markdown, resolveIcon, checkIsland })(changed),
	});
}

/** Creates a page with only front matter for each API description of the `openapi` setting. */
function apiFiles(addresses: Readonly<Record<string, string>>): readonly PageSource[] {
	return Object.entries(addresses).map(([path, file]) => {
		const front = { openapi: basename(file), slug: path };
		const text = `---\n${JSON.stringify(front)}\n---\n`;
		return { file, realPath: "", stamp: text, text };
	});
}

type Links = Awaited<ReturnType<typeof linkPages>>;

async function linkPages(
	ingredients: ListedFolder & Ingredients,
	change: Change,
	options: RevisionOptions,
) {
	const { settings, listing, parsed, placedFiles, fileSpellings, codeReading } = ingredients;
	const { previous, resolveIcon = nothing } = options;
	const { config, routeRules } = settings;
	const { pages: modules = [], layouts = [], middleware: own = [] } = codeReading?.code ?? {};
	const middleware = new Set([...(options.middleware ?? []), ...own]);
	const { basePath } = config.public;
	const placed = placePages(
		[
			...withParts(parsed.values()),
			...modules.flatMap((page) => [
				...(isOnePath(page) ? [page.parsed] : []),
				...(page.listed ?? []),
			]),
		],
		listing.contentFolders,
		config.editions.locales,
		config.settings.paths,
	);
	const siteMap = new SiteMap({
		...{ ...placed, basePath, middleware, editions: config.editions, files: fileSpellings },
		isAppPath: (path) =>
			options.isAppPath?.(path) === true || matchPattern(modules, path) !== undefined,
		isRuleRedirect: (path) =>
			routeRules.matcher.match(path).some(({ rule }) => rule.redirect !== undefined),
	});
	const commitTimes = await readCommitTimes(placed, config, options);
	const { linked, imageSizes } = resolvePageLinks(placed, {
		context: {
			...{ siteMap, commitTimes, resolveIcon, middleware, layouts },
			resizesImages: options.resizesImages,
			siteName: config.public.name,
			notFoundFile: config.settings.notFound,
		},
		...{ placedFiles, previous },
		areOnlyPagesNew: change === "pages" && previous?.commitTimes === commitTimes,
	});
	const { pages, problems } = breakRedirectCircles(
		new Map(Array.from(linked.values(), ({ page }) => [page.path, page])),
		{ matcher: routeRules.matcher, basePath },
	);
	return { placed, siteMap, linked, imageSizes, commitTimes, pages, problems };
}

async function readCommitTimes(
	{ pages }: PlacedPages,
	{ settings }: SiteConfig,
	{ previous, readCommitTimes: read }: RevisionOptions,
): Promise<LinkedBefore["commitTimes"]> {
	const isShown =
		settings.lastUpdated || pages.some(({ parsed }) => parsed.frontMatter.type === "blog");
	return (isShown ? await read?.(previous?.commitTimes) : undefined) ?? NO_COMMIT_TIMES;
}

const NO_COMMIT_TIMES: LinkedBefore["commitTimes"] = new Map();

function publish(
	ingredients: ListedFolder & Ingredients & { readonly nowMs: number },
	links: Links,
	{ previous, resolveIcon = nothing }: RevisionOptions,
): LoadedRevision {
	const { root, settings, placedFiles, nowMs, ...listed } = ingredients;
	const code = listed.codeReading?.code;
	const modules = code?.pages.map(({ parsed }) => parsed) ?? [];
	const { placed, siteMap, linked, pages, imageSizes, commitTimes } = links;
	const { config, routeRules, redirectsText: redirectsFile } = settings;
	const published = publishFiles({
		placed: placedFiles,
		pages: linked.values(),
		framed: config.look.files.map(({ path }) => path),
		included: new Set(
			placed.pages.flatMap(({ parsed }) =>
				Array.from(parsed.included.keys(), (file) => join(root, file)),
			),
		),
		patterns: config.settings.public,
		nowMs,
		// Whether an access rule restricts some page.
		isRestricted:
			Object.keys(config.settings.access.paths).length > 0 ||
			[...pages.values(), ...modules].some(({ frontMatter }) => frontMatter.access !== undefined),
	});
	const files = reuseIfSame(previous?.files, published.files);
	const folders = createPageTree({
		pages: pages.values(),
		orders: placed.orders,
		locale: config.public.locale,
		order: config.settings.navigationOrder,
		resolveIcon,
	});
	const { tree, problems: outlineProblems } =
		config.settings.navigation === undefined
			? { tree: folders, problems: [] }
			: createOutlines(config.settings.navigation, {
					...{ pages, tree: folders, siteMap, editions: config.editions },
				});
	const siteProblems = [
		...outlineProblems,
		...published.problems,
		...[placed, ...linked.values(), links].flatMap(({ problems }) => problems),
		...checkLinks(config, siteMap),
		...config.look.files.flatMap(({ key, path }) =>
			placedFiles.has(path)
				? []
				: [{ file: SITE_CONFIG_FILE, message: `"${key}" leads to no file: "${path}"` }],
		),
	];
	return {
		...listed,
		settings,
		placedFiles,
		linked,
		imageSizes,
		commitTimes,
		...{ config, pages, files, routeRules, code, siteProblems },
		id: identifyRevision({ config, pages, files, code }, redirectsFile),
		foldedPaths: placed.foldedPaths,
		referring: reuseIfSame(previous?.referring, published.referring),
		tree: reuseIfSame(previous?.tree, tree),
		filesUntilMs: published.untilMs,
		problems: [...problemsOfFiles(ingredients), ...siteProblems],
	};
}

function problemsOfFiles({
	settings,
	listing,
	parsed,
	codeReading,
}: Ingredients): readonly Problem[] {
	return [
		...(codeReading?.problems ?? []),
		...[settings.config, settings, settings.routeRules, listing].flatMap(
			({ problems }) => problems,
		),
		...Array.from(parsed.values(), ({ refusal, problems }) => refusal ?? problems).flat(),
	];
}

function nothing(): undefined {
	return undefined;
}

/** @returns The previous object if both are equal. */
function reuseIfSame<Value>(last: Value | undefined, next: Value): Value {
	return last !== undefined && isDeepStrictEqual(last, next) ? last : next;
}

/** Ignores pages whose bodies were rendered with other Markdown settings. */
function usableKnown(
	{ previous, known }: RevisionOptions,
	{ markdown }: SiteConfig,
): KnownPages | undefined {
	const candidate =
		previous === undefined ? known : { ...previous, markdown: previous.config.markdown };
	return isDeepStrictEqual(candidate?.markdown, markdown) ? candidate : undefined;
}
