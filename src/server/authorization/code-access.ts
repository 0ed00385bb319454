import { EVERY_PAGE } from "../../shared/builds/build-manifest.ts";
import { foldPath } from "../../shared/routing/route-pattern.ts";
import { islandPart, layoutsAbove } from "../content/pages/code-parts.ts";
import type { Revision } from "../content/revision.ts";
import { matchPattern } from "../content/site-code.ts";
import { type Audience, accessRulesOf, mayRead, readableRevision } from "./access-rules.ts";

const NEEDED = new WeakMap<Revision, ReadonlySet<string>>();

/**
 * Whether an audience may load a file of a build that contains these modules of the site folder: the live
 * build needs each of them for a page that the audience may read.
 *
 * Also decides for older builds, so that the script of a page stays private after it became private.
 */
export function mayLoadModules(
	modules: readonly string[],
	revision: Revision,
	audience: Audience,
): boolean {
	if (modules.length === 0 || accessRulesOf(revision).isEmpty) return true;
	const { users = {} } = { ...revision.code?.manifest.siteFiles };
	const needed = neededCode(revision, audience);
	return modules.every((name) => users[name]?.some((id) => needed.has(id)) === true);
}

/** Whether an audience may request an island of the site folder: a page that it may read has the island. */
export function mayRequestIsland(name: string, revision: Revision, audience: Audience): boolean {
	if (revision.code?.islands.includes(name) !== true || accessRulesOf(revision).isEmpty)
		return true;
	return neededCode(revision, audience).has(islandPart(name));
}

/** @returns Ids of the pages, layouts, components and islands of code that an audience's pages need. */
function neededCode(revision: Revision, audience: Audience): ReadonlySet<string> {
	const readable = readableRevision(revision, audience);
	return NEEDED.getOrInsertComputed(readable, () => {
		const pages = readablePatterns(readable, audience);
		return new Set([
			EVERY_PAGE,
			...pages,
			...pages.flatMap(layoutsAbove),
			...[...readable.pages.values()].flatMap(({ frontMatter: { layout }, codeParts = [] }) => [
				`layouts/${layout}`,
				...codeParts,
			]),
		]);
	});
}

/** @returns Ids of the React pages with at least one path that the audience may read. */
function readablePatterns(revision: Revision, audience: Audience): readonly string[] {
	const rules = accessRulesOf(revision);
	const ruled = Object.keys(revision.config.settings.access.paths).map(
		(pattern) => pattern.replace(/\/\*\*$/, "") || "/",
	);
	return (revision.code?.pages ?? []).flatMap(({ id, pattern }) => {
		const paths = [pattern, ...ruled.filter((path) => isWithinPattern(pattern, path))];
		return paths.some((path) => mayRead(rules.at(path), audience)) ? [id] : [];
	});
}

/** Rules of `site.yaml` apply in any letter case. */
function isWithinPattern(pattern: string, path: string): boolean {
	return matchPattern([{ pattern: foldPath(pattern) }], foldPath(path)) !== undefined;
}
