import { isDeepStrictEqual } from "node:util";
import type { ContentFolder } from "../../platform/settings/content-settings.ts";
import type { Page, PageRecord } from "../content/pages/page.ts";
import { type Problem, type ProblemPages, packProblems } from "../content/problem.ts";
import type { LoadedRevision, Revision } from "../content/revision.ts";
import type { ReadSource } from "./site-reader.ts";

/** What building the code of a site folder takes. */
export interface CodeSources {
	/** Holds `src` and `node_modules` of the product. */
	readonly root: string;
	/** URL of the bundle of the thread that builds. */
	readonly buildThread: string;
}

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
	/** What building the code of the folder takes; absent: the folder runs no code. */
	readonly code?: CodeSources | undefined;
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
export interface RevisionDelta
	extends Partial<Pick<Revision, "config" | "files" | "tree" | "drawings" | "code">>,
		Pick<Revision, "id" | "problems">,
		ReadSource {
	/** This thread sent nothing before, so that every member is there. */
	readonly isComplete: boolean;
	/** Present when the route rules must be compiled anew. */
	readonly rules?: { readonly redirectsText: string | undefined };
	/** True paths of pages that are gone. The new ones have been sent before. */
	readonly removed: readonly string[];
	/** Where pages are; present when pages have come, gone or moved. */
	readonly contentFolders?: readonly ContentFolder[];
	/** How many problems there are; `problems` holds the first of them. */
	readonly problemCount: number;
	readonly problemPages?: ProblemPages;
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
	async send(revision: LoadedRevision, source: ReadSource): Promise<boolean> {
		const last = this.#sent;
		const next = { ...revision, ...source };
		const hasSameProblems = last !== undefined && areSame(last.problems, next.problems);
		if (hasSameProblems && COMPARED.every((key) => last[key] === next[key])) return false;
		await this.#sendPages(revision, last);
		const delta = deltaOf(next, last, this.#options.maxProblems ?? PROBLEMS_SENT);
		const problemPages = hasSameProblems ? {} : { problemPages: packProblems(next.problems) };
		this.#options.post({ kind: "revision", delta: { ...delta, ...problemPages } });
		await this.#options.taken();
		this.#sent = next;
		return true;
	}

	async #sendPages({ pages }: LoadedRevision, last: LoadedRevision | undefined): Promise<void> {
		const changed = [...pages.values()].filter((page) => last?.pages.get(page.path) !== page);
		for (let start = 0; start < changed.length; start += PAGES_AT_ONCE) {
			this.#options.post({ kind: "pages", pages: changed.slice(start, start + PAGES_AT_ONCE) });
			await this.#options.taken();
		}
	}
}

/** Unchanged members are the very same values. */
const COMPARED = [
	...(["id", "pages", "files", "config", "routeRules", "drawings", "tree", "code"] as const),
	...(["folder", "degraded"] as const),
] as const;

/** Problems of pages that were not looked at again are the very same values. */
function areSame(some: readonly Problem[], others: readonly Problem[]): boolean {
	if (some === others) return true;
	return (
		some.length === others.length &&
		some.every((one, index) => one === others[index] || isDeepStrictEqual(one, others[index]))
	);
}

type Sent = LoadedRevision & ReadSource;

function deltaOf(next: Sent, last: Sent | undefined, maxProblems: number): RevisionDelta {
	const { id, folder, degraded, config, pages, files, tree, drawings, problems } = next;
	const { contentFolders } = next.listing;
	const { redirectsText } = next.settings;
	const removed = [...(last?.pages.keys() ?? [])].filter((path) => !pages.has(path));
	const hasMoved =
		removed.length > 0 ||
		!isDeepStrictEqual(last?.listing.contentFolders, contentFolders) ||
		[...pages].some(([path, page]) => spellingsText(last?.pages.get(path)) !== spellingsText(page));
	return {
		...{ id, folder, degraded, removed },
		isComplete: last === undefined,
		...(last?.config !== config && { config }),
		...(last?.files !== files && { files }),
		...(last?.tree !== tree && { tree }),
		...(last?.drawings !== drawings && { drawings }),
		...(last?.code !== next.code && { code: next.code }),
		...(last?.routeRules !== next.routeRules && { rules: { redirectsText } }),
		...(hasMoved && { contentFolders }),
		problems: problems.slice(0, maxProblems),
		problemCount: problems.length,
	};
}

/** All that a page's spellings are made of, but its path. */
function spellingsText(page: Page | undefined): string | undefined {
	if (page === undefined) return undefined;
	const { file, frontMatter } = page;
	return frontMatter.formerPaths === undefined
		? file
		: [file, ...frontMatter.formerPaths].join("\0");
}
