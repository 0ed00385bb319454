import { isDeepStrictEqual } from "node:util";
import type { ContentFolder } from "../../platform/settings/content-settings.ts";
import type { SiteFile } from "../content/files/place-files.ts";
import type { LoadedRevision } from "../content/loaded-revision.ts";
import type { PackedPage } from "../content/pages/packed-page.ts";
import type { PageRecord } from "../content/pages/page.ts";
import type { Problem } from "../content/problem.ts";
import type { Revision } from "../content/revision.ts";
import type { SiteConfig } from "../content/site-config.ts";
import type { PageTree, TreeNode } from "../content/site-tree/page-tree.ts";
import { type ProblemPages, packProblems } from "./problem-pages.ts";

/** What the thread that reads the site folder is started with. */
export interface ContentThreadData {
	/** Absolute. */
	readonly siteFolder: string;
	/** Whether it is the handbook, since the operator has not set `SITE_DIR`. */
	readonly isEmbedded: boolean;
	/** Absolute. */
	readonly dataFolder: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Whether git is asked when files have changed; absent: it is not. */
	readonly readsCommitTimes?: boolean;
	/** What was parsed by another build is not used. */
	readonly buildId: string;
	/** So many problems are sent; absent: enough to act on. */
	readonly maxProblems?: number;
	/** Where this thread and each of its helpers note which file they read, for the watchdog. */
	readonly current: readonly SharedArrayBuffer[];
	/** Stamps by file: a thread before this one was stuck in these states. */
	readonly stuckFiles: ReadonlyMap<string, string>;
}

/** What has changed from the revision before; what is absent is as it was. */
export interface RevisionDelta {
	/** Nothing was sent before by this thread. */
	readonly isComplete: boolean;
	readonly id: string;
	/** Absent while the site folder is missing or empty and there is no last good version. */
	readonly folder: string | undefined;
	readonly config?: SiteConfig;
	/** Present when the route rules must be compiled anew. */
	readonly rules?: { readonly redirectsText: string | undefined };
	/** True paths of pages that are gone. The new ones have been sent before. */
	readonly removed: readonly string[];
	/** Where pages are; present when pages have come, gone or moved. */
	readonly contentFolders?: readonly ContentFolder[];
	readonly files?: readonly (readonly [string, SiteFile])[];
	readonly tree?: TreeOutline;
	/** The first of them. */
	readonly problems: readonly Problem[];
	readonly problemCount: number;
	readonly problemPages?: ProblemPages;
	readonly drawings?: Revision["drawings"];
	/** Why this is not what the operator's folder says now, as a sentence. */
	readonly degraded: string | undefined;
}

export type FromContentThread =
	| { readonly kind: "pages"; readonly pages: readonly PageRecord[] }
	| { readonly kind: "revision"; readonly delta: RevisionDelta }
	/** There is nothing to serve, and only the operator can change that. */
	| { readonly kind: "refused"; readonly message: string }
	| {
			readonly kind: "log";
			readonly level: "info" | "warn" | "error";
			readonly message: string;
			readonly details: Readonly<Record<string, unknown>>;
	  };

/** The last batch of pages was taken: another may come. */
export interface ToContentThread {
	readonly kind: "taken";
}

/** A node of the page tree as it passes from one thread to another: its page is sent by itself. */
export interface TreeOutline
	extends Pick<TreeNode, "path" | "title" | "icon" | "isCollapsed" | "section"> {
	readonly isListed: boolean;
	readonly children: readonly TreeOutline[];
	/** Of the root: the sections and sidebars as the operator wants them. */
	readonly outline?: readonly TreeOutline[];
	readonly outlines?: Readonly<Record<string, readonly TreeOutline[]>>;
}

export interface RevisionSenderOptions {
	readonly post: (message: FromContentThread) => void;
	/** Settles when the last batch has been taken. */
	readonly taken: () => Promise<void>;
	/** So many problems are sent; absent: enough to act on. */
	readonly maxProblems?: number | undefined;
}

/** Reading a batch takes the thread that serves two or three milliseconds. */
const PAGES_AT_ONCE = 100;

/** Enough to act on; with ten thousand pages there can be hundreds of thousands. */
const PROBLEMS_SENT = 1000;

/** Sends what has changed from one revision to the next, in pieces between which the receiver answers requests. */
export class RevisionSender {
	readonly #options: RevisionSenderOptions;
	#sent: Sent | undefined;

	constructor(options: RevisionSenderOptions) {
		this.#options = options;
	}

	/** @returns Whether anything had changed. */
	async send(revision: LoadedRevision, source: SentSource): Promise<boolean> {
		const last = this.#sent;
		const { maxProblems = PROBLEMS_SENT } = this.#options;
		const shown = revision.problems.slice(0, maxProblems);
		const hasSameProblems =
			last !== undefined && areSame(last.revision.problems, revision.problems);
		if (last !== undefined && hasSameProblems && isSame(last, revision, source)) return false;
		const { tree, treeText } =
			last?.revision.tree === revision.tree ? last : treeOf(outlineOf(revision.tree));
		await this.#sendPages(revision, last?.revision);
		this.#options.post({
			kind: "revision",
			delta: {
				...deltaOf(revision, last, { ...source, tree, treeText, shown }),
				...(hasSameProblems ? {} : { problemPages: packProblems(revision.problems) }),
			},
		});
		await this.#options.taken();
		this.#sent = { revision, tree, treeText, ...source };
		return true;
	}

	async #sendPages({ pages }: LoadedRevision, last: LoadedRevision | undefined): Promise<void> {
		let batch: PackedPage[] = [];
		for (const [path, page] of pages) {
			if (last?.pages.get(path) === page) continue;
			batch.push(page);
			if (batch.length < PAGES_AT_ONCE) continue;
			this.#options.post({ kind: "pages", pages: batch });
			await this.#options.taken();
			batch = [];
		}
		if (batch.length === 0) return;
		this.#options.post({ kind: "pages", pages: batch });
		await this.#options.taken();
	}
}

/** Problems of pages that were not looked at again are the very same values. */
function areSame(some: readonly Problem[], others: readonly Problem[]): boolean {
	if (some === others) return true;
	return (
		some.length === others.length &&
		some.every((one, index) => one === others[index] || isDeepStrictEqual(one, others[index]))
	);
}

type SentSource = Pick<RevisionDelta, "folder" | "degraded">;

interface Sent extends SentSource {
	readonly revision: LoadedRevision;
	readonly tree: TreeOutline;
	/** As JSON. */
	readonly treeText: string;
}

function treeOf(tree: TreeOutline): Pick<Sent, "tree" | "treeText"> {
	return { tree, treeText: JSON.stringify(tree) };
}

function isSame(
	last: Sent,
	{ id, pages, files, config, routeRules, drawings }: LoadedRevision,
	source: SentSource,
): boolean {
	const { revision } = last;
	return (
		revision.id === id &&
		revision.pages === pages &&
		revision.files === files &&
		revision.config === config &&
		revision.routeRules === routeRules &&
		revision.drawings === drawings &&
		last.folder === source.folder &&
		last.degraded === source.degraded
	);
}

function deltaOf(
	revision: LoadedRevision,
	last: Sent | undefined,
	next: SentSource & Pick<Sent, "tree" | "treeText"> & { readonly shown: readonly Problem[] },
): RevisionDelta {
	const { id, config, pages, files, routeRules, drawings, problems, listing, settings } = revision;
	const before = last?.revision;
	const removed = [...(before?.pages.keys() ?? [])].filter((path) => !pages.has(path));
	const hasMoved =
		removed.length > 0 ||
		!isDeepStrictEqual(before?.listing.contentFolders, listing.contentFolders) ||
		[...pages].some(
			([path, page]) => spellingsText(before?.pages.get(path)) !== spellingsText(page),
		);
	return {
		isComplete: before === undefined,
		id,
		folder: next.folder,
		degraded: next.degraded,
		...(before?.config === config ? {} : { config }),
		...(before?.routeRules === routeRules
			? {}
			: { rules: { redirectsText: settings.redirectsText } }),
		removed,
		...(hasMoved ? { contentFolders: listing.contentFolders } : {}),
		...(before?.files === files ? {} : { files: [...files] }),
		...(before?.drawings === drawings ? {} : { drawings }),
		...(last?.treeText === next.treeText ? {} : { tree: next.tree }),
		problems: next.shown,
		problemCount: problems.length,
	};
}

/** All that a page's spellings are made of, but its path. */
function spellingsText(page: PackedPage | undefined): string | undefined {
	if (page === undefined) return undefined;
	const { file, frontMatter } = page;
	return frontMatter.formerPaths === undefined
		? file
		: [file, ...frontMatter.formerPaths].join("\0");
}

function outlineOf({ root, outline, outlines = {} }: PageTree): TreeOutline {
	if (outline === undefined) return withoutPages(root);
	return {
		...withoutPages(root),
		outline: outline.map(withoutPages),
		outlines: mapValues(outlines, (nodes) => nodes.map(withoutPages)),
	};
}

function withoutPages({ page, children, ...node }: TreeNode): TreeOutline {
	return { ...node, isListed: page !== undefined, children: children.map(withoutPages) };
}

export function mapValues<From, To>(
	record: Readonly<Record<string, From>>,
	change: (value: From) => To,
): Record<string, To> {
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
