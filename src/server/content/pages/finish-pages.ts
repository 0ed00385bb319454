import { ImageSizeReader, type ImageSizes } from "../files/image-size.ts";
import type { PlacedFile } from "../files/place-files.ts";
import type { SiteSettingsReading } from "../read-settings.ts";
import type { RouteRules } from "../route-rules.ts";
import type { SiteConfig } from "../site-config.ts";
import type { SiteMap } from "../site-tree/site-map.ts";
import { type FinishedPage, finishPage } from "./finish-page.ts";
import type { PackedPage } from "./packed-page.ts";
import type { CommitTimes } from "./page.ts";
import type { PlacedPage, PlacedPages } from "./place-pages.ts";

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
}

/** Finishes what is new, and everything else only if something has changed that it refers to. */
export function finishPages(
	placed: PlacedPages,
	{ siteMap, settings, placedFiles, commitTimes, iconsState, resolveIcon, previous }: Surroundings,
): Pick<FinishedBefore, "finished" | "imageSizes"> {
	const siteName = settings.config.public.name;
	const { notFoundFile } = settings.config.look;
	const isSame =
		previous !== undefined &&
		previous.config === settings.config &&
		previous.routeRules === settings.routeRules &&
		previous.placedFiles === placedFiles &&
		previous.commitTimes === commitTimes &&
		previous.iconsState === iconsState &&
		hasSameTargets(previous.finished, placed.pages);
	const otherHeadings = isSame ? changedHeadings(previous.finished, placed.pages) : [];
	const imageSizes = new ImageSizeReader(
		placedFiles,
		previous && { files: previous.placedFiles, imageSizes: previous.imageSizes },
	);
	const finished = new Map<string, FinishedPlace>();
	for (const page of placed.pages) {
		const { file } = page.parsed;
		const last = previous?.finished.get(file);
		const isKnown =
			isSame &&
			last?.placed.parsed === page.parsed &&
			!otherHeadings.some((other) => last.headingsOf.has(other));
		finished.set(
			file,
			isKnown
				? last
				: keepIfSame(last, {
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

/** A page that has come out the same stays the same object, so that no change is sent. */
function keepIfSame(last: FinishedPlace | undefined, next: FinishedPlace): FinishedPlace {
	if (last === undefined || !isSamePage(last.page, next.page)) return next;
	return { ...next, page: last.page };
}

function isSamePage(one: PackedPage, other: PackedPage): boolean {
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

function hasSameTargets(
	finished: ReadonlyMap<string, FinishedPlace>,
	pages: readonly PlacedPage[],
): boolean {
	if (finished.size !== pages.length) return false;
	return pages.every(({ path, parsed }) => {
		const last = finished.get(parsed.file)?.placed;
		if (last?.path !== path) return false;
		const [before, now] = [last.parsed.frontMatter, parsed.frontMatter];
		// Links to pages that fail are marked, and links to former addresses lead to the page.
		return (
			isSameList(before.middleware, now.middleware) &&
			isSameList(before.formerPaths ?? [], now.formerPaths ?? [])
		);
	});
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
