import { posix } from "node:path";
import { LRUCache } from "lru-cache";
import { matchPath } from "react-router";
import type { Access } from "../../platform/settings/schemas.ts";
import { isWithin } from "../../shared/page/navigation.ts";
import {
	foldPath,
	parseRoutePattern,
	type RoutePattern,
	segmentsOf,
} from "../../shared/routing/route-pattern.ts";
import { editionOf } from "../content/editions.ts";
import { INDEX_NAME } from "../content/page-path.ts";
import type { Page } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { isOnePath } from "../content/site-code.ts";

/** What a path asks of its readers: every entry must let them in. Empty: it is public. */
export type Requirements = readonly Access[];

export interface AccessRules {
	/** Whether every page is public. */
	readonly isEmpty: boolean;
	/** The groups that rules name. */
	readonly groups: ReadonlySet<string>;
	/** @param path Decoded; a page or a file need not be there. */
	readonly at: (path: string) => Requirements;
}

type RuleSources = Pick<Revision, "config" | "pages" | "code">;

const KNOWN = new WeakMap<object, AccessRules>();

/** The rules of a revision, which are compiled once. */
export function accessRulesOf(revision: RuleSources): AccessRules {
	const known = KNOWN.get(revision) ?? compileAccessRules(revision);
	KNOWN.set(revision, known);
	return known;
}

/** The same text for paths that ask the same of their readers. */
export function requirementsKey(requirements: Requirements): string {
	return JSON.stringify(requirements);
}

/** Makes the rules of a revision those of another one that is made of a part of it. */
export function inheritAccessRules<Part extends RuleSources>(part: Part, rules: AccessRules): Part {
	KNOWN.set(part, rules);
	return part;
}

/** Members of no group: a rule that cannot be read lets no visitor in. */
const NO_GROUPS: Access = [];

const NONE = [] as const;

const MAX_FOLDERS = 5000;

interface IndexRule {
	/** Of the index page. */
	readonly path: string;
	readonly access: Access;
}

/**
 * Compiles the rules of `site.yaml` and of front matter. A page's rule is for its path and what is
 * below it. The narrowest rule counts; where two are equally narrow, both must hold. The rules of a
 * path hold for it in all languages and versions.
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
	/** By folder of the file: the page of a folder may have another address. */
	const byFolder = new Map<string, IndexRule>();
	for (const page of pages.values()) {
		const access = page.isReadable ? page.frontMatter.access : NO_GROUPS;
		if (access === undefined) continue;
		byPath.set(foldPath(page.path), access);
		if (isIndexFile(page)) byFolder.set(posix.dirname(page.file), { path: page.path, access });
	}
	const rulesByDepth = Map.groupBy(pathRules, ({ pattern }) => pattern.segments.length);
	/** Visitors can ask for any number of folders. */
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
			// Each new revision asks for all of its pages.
			if (rest === path && byFolder.size + modules.length === 0) return narrowest(path);
			const page = pages.get(path);
			return [
				...narrowest(path),
				...(rest === path ? [] : narrowest(rest)),
				...(page === undefined ? [] : ofFolder(page)),
				...modules.flatMap(({ pattern, parsed }) =>
					matchPath(pattern, path) === null ? [] : [parsed.frontMatter.access ?? NO_GROUPS],
				),
			];
		},
	};

	function narrowest(path: string): Requirements {
		const folded = foldPath(path);
		const own = rulesOf(folded, "whole");
		return own.length > 0 || folded === "/" ? own : inherited(parentOf(folded));
	}

	/** What the paths below a folder ask unless they have rules of their own. */
	function inherited(folder: string): Requirements {
		const known = byParent.get(folder);
		if (known !== undefined) return known;
		const own = rulesOf(folder, "folder");
		const found = own.length > 0 || folder === "/" ? own : inherited(parentOf(folder));
		byParent.set(folder, found);
		return found;
	}

	/** @param part Whether the path is all that was asked for, or a folder above it. */
	function rulesOf(folded: string, part: "whole" | "folder"): Requirements {
		const own = byPath.get(folded);
		const segments = segmentsOf(folded);
		const matching = (rulesByDepth.get(segments.length) ?? NONE).filter(
			({ pattern }) => (part === "whole" || pattern.isWildcard) && startsWith(pattern, segments),
		);
		if (own === undefined && matching.length === 0) return NONE;
		return [...(own === undefined ? [] : [own]), ...matching.map(({ access }) => access)];
	}

	/** The rule of the nearest index page above the file, if the address of the page is not below it. */
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
