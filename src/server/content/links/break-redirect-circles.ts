import { MAX_REDIRECTS, type RouteMatcher } from "../../../shared/routing/route-matcher.ts";
import { belowBasePath, readPath, splitTarget } from "../../../shared/routing/routes.ts";
import { Page } from "../pages/page.ts";
import type { Problem } from "../problem.ts";
import { navigationEntry } from "./finish-page.ts";

export interface RedirectSurroundings {
	readonly matcher: RouteMatcher;
	readonly basePath: string;
}

export interface UnbrokenPages {
	/** By true path. */
	readonly pages: ReadonlyMap<string, Page>;
	readonly problems: readonly Problem[];
}

/**
 * Follows the redirects of pages together with those of route rules, and takes away a page's
 * redirect that does not come to an end: the page then shows itself.
 */
export function breakRedirectCircles(
	pages: ReadonlyMap<string, Page>,
	surroundings: RedirectSurroundings,
): UnbrokenPages {
	const endless = [...pages.values()].filter(
		({ path, frontMatter }) =>
			frontMatter.redirect !== undefined && !comesToAnEnd(pages, surroundings, path),
	);
	if (endless.length === 0) return { pages, problems: [] };
	const unbroken = new Map(pages);
	for (const page of endless) unbroken.set(page.path, withoutRedirect(page));
	return {
		pages: unbroken,
		problems: endless.map(({ file, frontMatter }) => ({
			file,
			message: `The redirect to "${frontMatter.redirect}" must come to an end within ${MAX_REDIRECTS} redirects`,
		})),
	};
}

function comesToAnEnd(
	pages: ReadonlyMap<string, Page>,
	{ matcher, basePath }: RedirectSurroundings,
	start: string,
): boolean {
	let path: string | undefined = pathOf(basePath, pages.get(start)?.frontMatter.redirect);
	for (let redirects = 1; redirects <= MAX_REDIRECTS; redirects += 1) {
		if (path === undefined) return true;
		// As the server does: rules go before pages.
		const step = matcher.step(path, "");
		const { redirect } = pages.get(path)?.frontMatter ?? {};
		if (step === undefined && redirect === undefined) return true;
		path = step === undefined ? pathOf(basePath, redirect) : step.filled.path;
	}
	return false;
}

/** @returns `undefined` when the address leads out of the site. */
function pathOf(basePath: string, address: string | undefined): string | undefined {
	if (address?.startsWith("/") !== true) return undefined;
	const { path } = splitTarget(address.split("#", 1)[0] ?? "");
	const reading = readPath(belowBasePath(basePath, path) ?? "/..");
	return "path" in reading ? reading.path : undefined;
}

function withoutRedirect(page: Page): Page {
	const { redirect: _, ...frontMatter } = page.frontMatter;
	return new Page({
		...page,
		frontMatter,
		navigation: navigationEntry(frontMatter, page.title),
	});
}
