import { isDeepStrictEqual } from "node:util";
import { MAX_REDIRECTS, type RouteMatcher } from "../../../shared/routing/route-matcher.ts";
import { belowBasePath, readPath, splitTarget } from "../../../shared/routing/routes.ts";
import type { PlacedFile } from "../files/place-files.ts";
import { ImageSizeReader, type KnownImages } from "../images/image-size.ts";
import type { CommitTimes, Page } from "../pages/page.ts";
import { isSameVersion } from "../pages/read-pages.ts";
import type { PlacedPage, PlacedPages } from "./place-pages.ts";
import {
	type LinkContext,
	type LinkedPage,
	navigationEntry,
	resolveLinks,
} from "./resolve-links.ts";
import { ANY_NAME, hasName, spelledName } from "./spellings.ts";

/** Pages whose links are resolved, for the next revision. */
export interface LinkedBefore extends KnownImages {
	readonly placedFiles: ReadonlyMap<string, PlacedFile>;
	/** Commit times of git, by file. */
	readonly commitTimes: ReadonlyMap<string, CommitTimes>;
	/** By file. */
	readonly linked: ReadonlyMap<string, LinkedPage>;
}

interface Sources extends Pick<LinkedBefore, "placedFiles"> {
	readonly context: Omit<LinkContext, "imageSizes">;
	readonly previous: LinkedBefore | undefined;
	/** Whether settings, rules, files, icons and commit times are unchanged since the previous revision. */
	readonly areOnlyPagesNew: boolean;
}

/** Resolves the links of new pages, and of other pages only if one of their link targets has changed. */
export function resolvePageLinks(
	{ pages }: PlacedPages,
	{ context, placedFiles, previous, areOnlyPagesNew }: Sources,
): Pick<LinkedBefore, "linked" | "imageSizes"> {
	const before = previous?.linked ?? new Map<string, LinkedPage>();
	const otherNames = areOnlyPagesNew ? changedNames(before, pages) : [];
	const otherHeadings = areOnlyPagesNew ? changedHeadings(before, pages) : [];
	const imageSizes = new ImageSizeReader(placedFiles, previous);
	const linked = new Map<string, LinkedPage>();
	for (const placed of pages) {
		const { file } = placed.parsed;
		const last = before.get(file);
		const isKnown =
			areOnlyPagesNew &&
			last !== undefined &&
			isSameVersion(placed.parsed, last.placed.parsed) &&
			hasSameNames(last.placed, placed) &&
			!hasName(last.names, otherNames) &&
			!otherHeadings.some((other) => last.headingsOf.has(other));
		if (isKnown) {
			linked.set(file, last);
			continue;
		}
		const next = resolveLinks(placed, { ...context, imageSizes });
		// An equal page stays the same object, so that no change is sent.
		const page = last && isSamePage(last.page, next.page) ? last.page : next.page;
		linked.set(file, { ...next, page });
	}
	return { linked, imageSizes: imageSizes.sizes };
}

function isSamePage(one: Page, other: Page): boolean {
	return (
		one.packedBody === other.packedBody &&
		one.fills === other.fills &&
		one.path === other.path &&
		one.name === other.name &&
		one.title === other.title &&
		one.modifiedMs === other.modifiedMs &&
		JSON.stringify([one.frontMatter, one.navigation, one.committed]) ===
			JSON.stringify([other.frontMatter, other.navigation, other.committed])
	);
}

/** With more changed names, the links of every page are resolved again. A person changes fewer pages at once. */
const MAX_NAMES = 20;

/** @returns Names of pages that are new, removed or moved, or whose links may resolve differently. */
function changedNames(
	linked: ReadonlyMap<string, LinkedPage>,
	pages: readonly PlacedPage[],
): readonly string[] {
	const names = new Set<string>();
	const gone = new Map(linked);
	const add = (page: PlacedPage | undefined): void => {
		for (const name of page ? namesOf(page) : []) names.add(name);
	};
	for (const page of pages) {
		const last = linked.get(page.parsed.file)?.placed;
		gone.delete(page.parsed.file);
		if (last !== undefined && hasSameNames(last, page)) continue;
		add(page);
		add(last);
	}
	for (const { placed } of gone.values()) add(placed);
	return names.has(ANY_NAME) || names.size > MAX_NAMES ? [ANY_NAME] : [...names];
}

/** Whether links to the page stay the same. Links to pages that fail or redirect have a mark. */
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

/** @returns Files of pages whose headings have changed. */
function changedHeadings(
	linked: ReadonlyMap<string, LinkedPage>,
	pages: readonly PlacedPage[],
): readonly string[] {
	return pages.flatMap(({ parsed: { file, body } }) => {
		const before = linked.get(file)?.placed.parsed.body.anchors ?? new Set();
		return isDeepStrictEqual(before, body.anchors) ? [] : [file];
	});
}

/**
 * Follows the redirects of pages and route rules. Removes the redirect of a page if it has no end
 * within `MAX_REDIRECTS` steps; the page is then shown.
 */
export function breakRedirectCircles(
	pages: ReadonlyMap<string, Page>,
	{ matcher, basePath }: { readonly matcher: RouteMatcher; readonly basePath: string },
) {
	const endless = [...pages.values()].filter(
		({ path, frontMatter }) => frontMatter.redirect !== undefined && !comesToAnEnd(path),
	);
	if (endless.length === 0) return { pages, problems: [] };
	const unbroken = new Map(pages);
	for (const page of endless) unbroken.set(page.path, withoutRedirect(page));
	return {
		pages: unbroken,
		problems: endless.map(({ file, frontMatter }) => ({
			file,
			message: `The redirect to "${frontMatter.redirect}" must end after at most ${MAX_REDIRECTS} redirects`,
		})),
	};

	function comesToAnEnd(start: string): boolean {
		let path = pathOf(pages.get(start)?.frontMatter.redirect);
		for (let redirects = 1; redirects <= MAX_REDIRECTS; redirects += 1) {
			if (path === undefined) return true;
			// Rules precede pages, as in the server.
			const step = matcher.step(path, "");
			const { redirect } = pages.get(path)?.frontMatter ?? {};
			if (step === undefined && redirect === undefined) return true;
			path = step === undefined ? pathOf(redirect) : step.filled.path;
		}
		return false;
	}

	/** @returns `undefined` if the address is outside of the site. */
	function pathOf(address: string | undefined): string | undefined {
		if (address?.startsWith("/") !== true) return undefined;
		const { path } = splitTarget(address.split("#", 1)[0] ?? "");
		const reading = readPath(belowBasePath(basePath, path) ?? "/..");
		return "path" in reading ? reading.path : undefined;
	}
}

function withoutRedirect(page: Page): Page {
	const { redirect: _, ...frontMatter } = page.frontMatter;
	return { ...page, frontMatter, navigation: navigationEntry(frontMatter, page.title) };
}
