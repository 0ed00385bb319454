import { isDeepStrictEqual } from "node:util";
import { ImageSizeReader, type KnownImages } from "../files/image-size.ts";
import type { PlacedFile } from "../files/place-files.ts";
import type { CommitTimes, Page } from "../pages/page.ts";
import type { RouteRules } from "../route-rules.ts";
import type { SiteConfig } from "../site-config.ts";
import { type FinishedPage, finishPage, type PageSurroundings } from "./finish-page.ts";
import type { PlacedPage, PlacedPages } from "./place-pages.ts";
import { ANY_NAME, hasName, spelledName } from "./spellings.ts";

/** What pages were finished with, and what came of it. */
export interface FinishedBefore extends KnownImages {
	readonly config: SiteConfig;
	readonly routeRules: RouteRules;
	readonly placedFiles: ReadonlyMap<string, PlacedFile>;
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

interface Sources extends Pick<FinishedBefore, "placedFiles"> {
	readonly surroundings: Omit<PageSurroundings, "imageSizes">;
	readonly previous: FinishedBefore | undefined;
	/** Whether settings, rules, files, icons and commit times are those of the previous revision. */
	readonly areOnlyPagesNew: boolean;
}

/** Finishes new pages, and other pages only when something that they refer to has changed. */
export function finishPages(
	{ pages }: PlacedPages,
	{ surroundings, placedFiles, previous, areOnlyPagesNew }: Sources,
): Pick<FinishedBefore, "finished" | "imageSizes"> {
	const before = previous?.finished ?? new Map<string, FinishedPlace>();
	const otherNames = areOnlyPagesNew ? changedNames(before, pages) : [];
	const otherHeadings = areOnlyPagesNew ? changedHeadings(before, pages) : [];
	const imageSizes = new ImageSizeReader(placedFiles, previous);
	const finished = new Map<string, FinishedPlace>();
	for (const placed of pages) {
		const { file } = placed.parsed;
		const last = before.get(file);
		const isKnown =
			areOnlyPagesNew &&
			last?.placed.parsed === placed.parsed &&
			hasSameNames(last.placed, placed) &&
			!hasName(last.names, otherNames) &&
			!otherHeadings.some((other) => last.headingsOf.has(other));
		if (isKnown) {
			finished.set(file, last);
			continue;
		}
		const next = finishPage(placed, { ...surroundings, imageSizes });
		// An equal page stays the same object, so that no change is sent.
		const page = last && isSamePage(last.page, next.page) ? last.page : next.page;
		finished.set(file, { placed, ...next, page });
	}
	return { finished, imageSizes: imageSizes.sizes };
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
	const add = (page: PlacedPage | undefined): void => {
		for (const name of page ? namesOf(page) : []) names.add(name);
	};
	for (const page of pages) {
		const last = finished.get(page.parsed.file)?.placed;
		gone.delete(page.parsed.file);
		if (last !== undefined && hasSameNames(last, page)) continue;
		add(page);
		add(last);
	}
	for (const { placed } of gone.values()) add(placed);
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
				isDeepStrictEqual(before.middleware, now.middleware) &&
				isDeepStrictEqual(before.formerPaths, now.formerPaths)))
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
		return isDeepStrictEqual(before, body.anchors) ? [] : [file];
	});
}
