import { posix } from "node:path";
import { LRUCache } from "lru-cache";
import type { Access } from "../../platform/settings/schemas.ts";
import { isWithin } from "../../shared/page/navigation.ts";
import type { User } from "../../shared/page/user.ts";
import {
	foldPath,
	parseRoutePattern,
	type RoutePattern,
	segmentsOf,
} from "../../shared/routing/route-pattern.ts";
import { INDEX_NAME } from "../content/page-path.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { isOnePath, matchPattern } from "../content/site-code.ts";
import { editionOf } from "../content/versions.ts";

/** Access conditions of a path: every entry must admit the reader. Empty: the path is public. */
export type Requirements = readonly Access[];

export interface AccessRules {
	/** Whether every page is public. */
	readonly isEmpty: boolean;
	/** All groups in the rules. */
	readonly groups: ReadonlySet<string>;
	/** @param path Decoded; a page or a file need not exist at it. */
	readonly at: (path: string) => Requirements;
}

type RuleSources = Pick<Revision, "config" | "pages" | "code">;

const KNOWN = new WeakMap<RuleSources, AccessRules>();

/** Returns the rules of a revision, which are compiled once. */
export function accessRulesOf(revision: RuleSources): AccessRules {
	return KNOWN.getOrInsertComputed(revision, compileAccessRules);
}

/** Returns the same text for equal requirements. */
export function requirementsKey(requirements: Requirements): string {
	return JSON.stringify(requirements);
}

/** No group can satisfy this: a rule that cannot be read admits no visitor. */
const NO_GROUPS: Access = [];

const NONE = [] as const;

const MAX_FOLDERS = 5000;

interface IndexRule {
	/** Path of the index page. */
	readonly path: string;
	readonly access: Access;
}

/**
 * Compiles the rules of `site.yaml` and of front matter. A page's rule applies to its path and the paths
 * below it. The narrowest rule applies; if two are equally narrow, both must admit the visitor. The rules
 * of a path apply to it in all languages and versions.
 */
function compileAccessRules({ config, pages, code }: RuleSources): AccessRules {
	const pathRules = Object.entries(config.settings.access.paths).flatMap(([text, access]) => {
		const pattern = parseRoutePattern(text);
		return typeof pattern === "string" ? [] : [{ pattern, access }];
	});
	const ruled = [...pages.values()].filter(({ frontMatter }) => frontMatter.access !== undefined);
	const modules = (code?.pages ?? []).filter(
		(page) => !isOnePath(page) && page.parsed.frontMatter.access !== undefined,
	);
	const isEmpty = pathRules.length + ruled.length + modules.length === 0;
	if (isEmpty) return { isEmpty, groups: new Set(), at: () => [] };

	const byPath = new Map<string, Access>();
	/** Index rules by folder of the file: the page of a folder may have another address. */
	const byFolder = new Map<string, IndexRule>();
	for (const page of pages.values()) {
		const access = page.isReadable ? page.frontMatter.access : NO_GROUPS;
		if (access === undefined) continue;
		byPath.set(foldPath(page.path), access);
		if (isIndexFile(page)) byFolder.set(posix.dirname(page.file), { path: page.path, access });
	}
	const rulesByDepth = Map.groupBy(pathRules, ({ pattern }) => pattern.segments.length);
	/** Limited: visitors can request any number of folders. */
	const byParent = new LRUCache<string, Requirements>({ max: MAX_FOLDERS });
	const all = [
		...pathRules.map(({ access }) => access),
		...byPath.values(),
		...modules.flatMap(({ parsed }) => parsed.frontMatter.access ?? []),
	];
	return {
		isEmpty,
		groups: new Set(all.flatMap((access) => (typeof access === "string" ? [] : access))),
		at(path) {
			const { rest } = editionOf(path, config.editions);
			// Fast path: each new revision checks all of its pages.
			if (rest === path && byFolder.size + modules.length === 0) return narrowest(path);
			const page = pages.get(path);
			return [
				...narrowest(path),
				...(rest === path ? [] : narrowest(rest)),
				...(page === undefined ? [] : ofFolder(page)),
				...modules.flatMap((module) =>
					matchPattern([module], path) === undefined
						? []
						: [module.parsed.frontMatter.access ?? NO_GROUPS],
				),
			];
		},
	};

	function narrowest(path: string): Requirements {
		const folded = foldPath(path);
		const own = rulesOf(folded, "whole");
		return own.length > 0 || folded === "/" ? own : inherited(parentOf(folded));
	}

	/** Returns the requirements of paths below a folder that have no rules of their own. */
	function inherited(folder: string): Requirements {
		const known = byParent.get(folder);
		if (known !== undefined) return known;
		const own = rulesOf(folder, "folder");
		const found = own.length > 0 || folder === "/" ? own : inherited(parentOf(folder));
		byParent.set(folder, found);
		return found;
	}

	/** @param part Whether the path is the requested path, or a folder above it. */
	function rulesOf(folded: string, part: "whole" | "folder"): Requirements {
		const own = byPath.get(folded);
		const segments = segmentsOf(folded);
		const matching = (rulesByDepth.get(segments.length) ?? NONE).filter(
			({ pattern }) => (part === "whole" || pattern.isWildcard) && startsWith(pattern, segments),
		);
		if (own === undefined && matching.length === 0) return NONE;
		return [...(own === undefined ? [] : [own]), ...matching.map(({ access }) => access)];
	}

	/** Returns the rule of the nearest index page above the file, if the page's address is not below it. */
	function ofFolder({ file, path, frontMatter }: Page): Requirements {
		if (byFolder.size === 0 || frontMatter.access !== undefined) return [];
		for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
			const index = byFolder.get(folder);
			if (index !== undefined) return isWithin(path, index.path) ? [] : [index.access];
			if (folder === ".") return [];
		}
	}
}

function isIndexFile({ file }: Pick<Page, "file">): boolean {
	return INDEX_NAME.test(posix.basename(file).replace(/\..*$/, ""));
}

function parentOf(path: string): string {
	return path.slice(0, path.lastIndexOf("/")) || "/";
}

function startsWith({ segments }: RoutePattern, path: readonly string[]): boolean {
	return segments.every(
		(segment, index) => segment.kind === "param" || segment.text === path[index],
	);
}

/** Decides which pages a visitor may read: visitors of one audience get the same pages. */
export interface Audience {
	readonly isSignedIn: boolean;
	/** The visitor's groups that occur in rules. */
	readonly groups: ReadonlySet<string>;
	/** Equal for equal audiences. */
	readonly key: string;
}

/** Visitors who have not signed in. */
export const ANONYMOUS: Audience = { isSignedIn: false, groups: new Set(), key: "" };

export function audienceOf(user: User | undefined, { isEmpty, groups }: AccessRules): Audience {
	if (user === undefined || isEmpty) return ANONYMOUS;
	const own = [...new Set(user.groups)].filter((group) => groups.has(group)).toSorted();
	return { isSignedIn: true, groups: new Set(own), key: JSON.stringify(own) };
}

/** Whether an audience satisfies these requirements. */
export function mayRead(requirements: Requirements, { isSignedIn, groups }: Audience): boolean {
	return requirements.every((access) => {
		if (access === "public") return true;
		if (access === "signed-in") return isSignedIn;
		return access.some((group) => groups.has(group));
	});
}

/** Each audience has its own list of pages and files; the pages themselves are shared. */
const MAX_AUDIENCES = 32;

const MADE = new WeakMap<Revision, LRUCache<string, Revision>>();

/**
 * Returns the revision with only the pages and files that an audience may read, so that its users cannot
 * show or name others.
 *
 * @returns The same object while every page is public.
 */
export function readableRevision(revision: Revision, audience: Audience): Revision {
	const rules = accessRulesOf(revision);
	if (rules.isEmpty) return revision;
	const made = MADE.getOrInsertComputed(revision, () => new LRUCache({ max: MAX_AUDIENCES }));
	const known = made.get(audience.key) ?? withoutOthers();
	made.set(audience.key, known);
	return known;

	function withoutOthers(): Revision {
		const isOpen = (path: string): boolean => mayRead(rules.at(path), audience);
		const pages = new Map([...revision.pages].filter(([path]) => isOpen(path)));
		const files = new Map(
			[...revision.files].filter(([path]) => {
				const referring = revision.referring?.get(path);
				return isOpen(path) && (referring?.some((page) => pages.has(page)) ?? true);
			}),
		);
		// A new object for each audience, since callers use it as a key for the set of pages.
		const foldedPaths: Revision["foldedPaths"] = {
			get(spelling) {
				const path = revision.foldedPaths.get(spelling);
				return path !== undefined && pages.has(path) ? path : undefined;
			},
		};
		const readable = { ...revision, pages, files, foldedPaths };
		KNOWN.set(readable, rules);
		return readable;
	}
}
