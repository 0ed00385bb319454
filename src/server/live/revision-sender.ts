import { isDeepStrictEqual } from "node:util";
import type { LoadedRevision } from "../content/loaded-revision.ts";
import type { PackedPage } from "../content/pages/packed-page.ts";
import type { Problem } from "../content/problem.ts";
import type { FromContentThread, RevisionDelta } from "./content-messages.ts";
import { packProblems } from "./problem-pages.ts";
import { outlineOf, type TreeOutline } from "./tree-outline.ts";

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

type SentSource = Pick<RevisionDelta, "folder" | "heldId" | "degraded">;

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
		last.heldId === source.heldId &&
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
		heldId: next.heldId,
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
