import { setImmediate } from "node:timers/promises";
import type { ContentFolder } from "../../platform/settings/content-settings.ts";
import { createSpellings, type SpelledPage } from "../content/links/spellings.ts";
import { contentName } from "../content/page-path.ts";
import { PackedPage } from "../content/pages/packed-page.ts";
import type { Page, PageRecord } from "../content/pages/page.ts";
import type { Revision } from "../content/revision.ts";
import { compileRouteRules } from "../content/route-rules.ts";
import type { PageTree, TreeNode } from "../content/site-tree/page-tree.ts";
import type { ProblemPages } from "./problem-pages.ts";
import { mapValues, type RevisionDelta, type TreeOutline } from "./revision-sender.ts";

/** A revision as it is served, and where it is from. */
export interface LiveRevision extends Revision, Pick<RevisionDelta, "folder" | "degraded"> {
	/** How many problems there are; `problems` holds the first of them. */
	readonly problemCount: number;
	readonly problemPages: ProblemPages;
}

/**
 * Makes revisions out of what the content thread sends. Each is a value of its own: a request
 * that has begun with one ends with it.
 *
 * The work of ten thousand pages is done in steps, between which requests are answered.
 */
export class RevisionMirror {
	#live: LiveRevision | undefined;
	#tree: TreeOutline | undefined;
	#pending: PackedPage[] = [];

	get live(): LiveRevision | undefined {
		return this.#live;
	}

	takePages(records: readonly PageRecord[]): void {
		for (const record of records) this.#pending.push(new PackedPage(record));
	}

	/** @throws {TypeError} When the first delta is not complete. */
	async apply(delta: RevisionDelta): Promise<LiveRevision> {
		const last = this.#live;
		const changed = this.#pending;
		this.#pending = [];
		const hasSamePages = !delta.isComplete && changed.length === 0 && delta.removed.length === 0;
		const pages =
			hasSamePages && last !== undefined
				? last.pages
				: applyPages(delta.isComplete ? undefined : last?.pages, delta.removed, changed);
		await setImmediate();

		const config = delta.config ?? last?.config;
		const outline = delta.tree ?? this.#tree;
		if (config === undefined || outline === undefined) {
			throw new TypeError("The first revision must be complete");
		}
		const tree =
			pages === last?.pages && delta.tree === undefined ? last.tree : treeOf(outline, pages);
		await setImmediate();

		const { contentFolders } = delta;
		const foldedPaths =
			contentFolders === undefined && last !== undefined
				? last.foldedPaths
				: createSpellings(spelledPages(pages, contentFolders ?? []));
		await setImmediate();

		const routeRules =
			delta.rules === undefined && last !== undefined
				? last.routeRules
				: compileRouteRules(config.routeRules, delta.rules?.redirectsText);
		await setImmediate();
		const { id, folder, problems, problemCount, degraded } = delta;
		this.#tree = outline;
		this.#live = {
			id,
			folder,
			degraded,
			config,
			pages,
			foldedPaths,
			files: delta.files === undefined ? (last?.files ?? new Map()) : new Map(delta.files),
			tree: { ...tree, editions: config.editions },
			routeRules,
			problems,
			problemCount,
			problemPages: delta.problemPages ?? last?.problemPages ?? [],
			drawings: delta.drawings ?? last?.drawings ?? new Map(),
		};
		return this.#live;
	}

	/** The thread has ended in the middle: another sends everything anew. */
	startOver(): void {
		this.#pending = [];
	}
}

/** The pages of a revision; those of the last one stay as they are. */
function applyPages(
	last: ReadonlyMap<string, Page> | undefined,
	removed: readonly string[],
	changed: readonly PackedPage[],
): ReadonlyMap<string, Page> {
	const pages = new Map<string, Page>(last);
	for (const path of removed) pages.delete(path);
	for (const page of changed) pages.set(page.path, page);
	return pages;
}

function* spelledPages(
	pages: ReadonlyMap<string, Page>,
	contentFolders: readonly ContentFolder[],
): Generator<SpelledPage> {
	for (const { path, file, frontMatter } of pages.values()) {
		const { formerPaths } = frontMatter;
		yield { path, formerPaths, name: contentName(file, contentFolders).name };
	}
}

/** @param pages By true path. */
function treeOf(
	{ outline, outlines = {}, ...root }: TreeOutline,
	pages: ReadonlyMap<string, Page>,
): PageTree {
	return {
		root: nodeOf(root),
		...(outline === undefined
			? {}
			: {
					outline: outline.map(nodeOf),
					outlines: mapValues(outlines, (nodes) => nodes.map(nodeOf)),
				}),
	};

	function nodeOf({ isListed, children, ...node }: TreeOutline): TreeNode {
		const page = isListed ? pages.get(node.path) : undefined;
		return { ...node, ...(page === undefined ? {} : { page }), children: children.map(nodeOf) };
	}
}
