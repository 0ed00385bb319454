import { ImageSizeReader, type ImageSizes } from "../files/image-size.ts";
import type { PlacedFile } from "../files/place-files.ts";
import type { CommitTimes, Page } from "../pages/page.ts";
import type { SiteSettingsReading } from "../read-settings.ts";
import type { RouteRules } from "../route-rules.ts";
import type { SiteConfig } from "../site-config.ts";
import { type FinishedPage, finishPage } from "./finish-page.ts";
import type { PlacedPage, PlacedPages } from "./place-pages.ts";
import type { SiteMap } from "./site-map.ts";
import { ANY_NAME, hasName, spelledName } from "./spellings.ts";

/** What pages were finished with, and what came of it. */
export interface FinishedBefore {
	readonly config: SiteConfig;
	readonly routeRules: RouteRules;
	readonly placedFiles: ReadonlyMap<string, PlacedFile>;
	/** By decoded path, of the images that pages show. */
	readonly imageSizes: ImageSizes;
	/** Changes with the operator's drawings. */
	readonly iconsState: string;
	/** When git has files from, by file. */
	readonly commitTimes: ReadonlyMap<string, CommitTimes>;
	/** By file. */
	readonly finished: ReadonlyMap<string, FinishedPlace>;
}

/** A page that is finished, and what it was made of. */
export interface FinishedPlace extends FinishedPage {
	readonly placed: PlacedPage;
}

interface Surroundings extends Pick<FinishedBefore, "placedFiles" | "commitTimes" | "iconsState"> {
	readonly siteMap: SiteMap;
	readonly resolveIcon: (name: string) => string | undefined;
	readonly settings: Pick<SiteSettingsReading, "config" | "routeRules">;
	readonly previous: FinishedBefore | undefined;
	/** Whether settings, rules, files, icons and commit times are those of the previous revision. */
	readonly areOnlyPagesNew: boolean;
}

/** Finishes new pages, and other pages only when something that they refer to has changed. */
export function finishPages(
	placed: PlacedPages,
	{
		siteMap,
		settings,
		placedFiles,
		commitTimes,
		resolveIcon,
		previous,
		areOnlyPagesNew,
	}: Surroundings,
): Pick<FinishedBefore, "finished" | "imageSizes"> {
	const siteName = settings.config.public.name;
	const { notFoundFile } = settings.config.look;
	const before = previous?.finished ?? new Map<string, FinishedPlace>();
	const otherNames = areOnlyPagesNew ? changedNames(before, placed.pages) : [];
	const otherHeadings = areOnlyPagesNew ? changedHeadings(before, placed.pages) : [];
	const imageSizes = new ImageSizeReader(
		placedFiles,
		previous && { files: previous.placedFiles, imageSizes: previous.imageSizes },
	);
	const finished = new Map<string, FinishedPlace>();
	for (const page of placed.pages) {
		const { file } = page.parsed;
		const last = before.get(file);
		const isKnown =
			areOnlyPagesNew &&
			last?.placed.parsed === page.parsed &&
			hasSameNames(last.placed, page) &&
			!hasName(last.names, otherNames) &&
			!otherHeadings.some((other) => last.headingsOf.has(other));
		finished.set(
			file,
			isKnown
				? last
				: reusePageIfSame(last, {
						placed: page,
						...finishPage(page, {
							siteMap,
							imageSizes,
							siteName,
							commitTimes,
							notFoundFile,
							resolveIcon,
						}),
					}),
		);
	}
	return { finished, imageSizes: imageSizes.sizes };
}

/** An equal page stays the same object, so that no change is sent. */
function reusePageIfSame(last: FinishedPlace | undefined, next: FinishedPlace): FinishedPlace {
	if (last === undefined || !isSamePage(last.page, next.page)) return next;
	return { ...next, page: last.page };
}

function isSamePage(one: Page, other: Page): boolean {
	return (
		one.packedBody === other.packedBody &&
		one.fills === other.fills &&
		one.path === other.path &&
		one.title === other.title &&
		one.modifiedMs === other.modifiedMs &&
		JSON.stringify([one.frontMatter, one.navigation, one.committed]) ===
			JSON.stringify([other.frontMatter, other.navigation, other.committed])
	);
}

/** A person changes fewer pages at once. With more, every page is finished again. */
const MAX_NAMES = 20;

/** @returns The names of pages that have come, gone or moved, or of which links are others now. */
function changedNames(
	finished: ReadonlyMap<string, FinishedPlace>,
	pages: readonly PlacedPage[],
): readonly string[] {
	const names = new Set<string>();
	const gone = new Map(finished);
	for (const page of pages) {
		const last = finished.get(page.parsed.file)?.placed;
		gone.delete(page.parsed.file);
		if (last !== undefined && hasSameNames(last, page)) continue;
		for (const name of [...namesOf(page), ...(last === undefined ? [] : namesOf(last))])
			names.add(name);
	}
	for (const { placed } of gone.values()) for (const name of namesOf(placed)) names.add(name);
	return names.has(ANY_NAME) || names.size > MAX_NAMES ? [ANY_NAME] : [...names];
}

/** Whether links lead to it as they did. Links to pages that fail or redirect are marked. */
function hasSameNames(one: PlacedPage, other: PlacedPage): boolean {
	const [before, now] = [one.parsed.frontMatter, other.parsed.frontMatter];
	return (
		one.path === other.path &&
		one.name === other.name &&
		(before === now ||
			((before.redirect === undefined) === (now.redirect === undefined) &&
				isSameList(before.middleware, now.middleware) &&
				isSameList(before.formerPaths ?? [], now.formerPaths ?? [])))
	);
}

function namesOf({ path, name, parsed }: PlacedPage): readonly string[] {
	return [path, name, ...(parsed.frontMatter.formerPaths ?? [])].map(spelledName);
}

/** @returns The files of pages whose headings are others than before. */
function changedHeadings(
	finished: ReadonlyMap<string, FinishedPlace>,
	pages: readonly PlacedPage[],
): readonly string[] {
	return pages.flatMap(({ parsed: { file, body } }) => {
		const before = finished.get(file)?.placed.parsed.body.anchors ?? new Set();
		return before === body.anchors || hasSameMembers(before, body.anchors) ? [] : [file];
	});
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
	return one.length === other.length && one.every((name, index) => name === other[index]);
}

function hasSameMembers(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
	return one.size === other.size && [...one].every((member) => other.has(member));
}
