import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { ContentFolder } from "../../platform/settings/content-settings.ts";
import { createSpellings, type SpelledPage } from "../content/links/spellings.ts";
import { contentName } from "../content/page-path.ts";
import { Page, type PageRecord } from "../content/pages/page.ts";
import { type Problem, type ProblemPages, packProblems } from "../content/problem.ts";
import type { LoadedRevision, Revision } from "../content/revision.ts";
import { compileRouteRules } from "../content/route-rules.ts";

/** What building the code of a site folder takes. */
export interface CodeSources {
	/** Holds `src` and `node_modules` of the product. */
	readonly root: string;
	/** URL of the bundle of the thread that builds. */
	readonly buildThread: string;
}

/** Where a revision is from. */
export interface ReadSource {
	/** Absent while the site folder is missing or empty and there is no last good version. */
	readonly folder: string | undefined;
	/** Why this is not what the operator's folder says now, as a sentence. */
	readonly degraded: string | undefined;
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
	/** Whether pages offer smaller sizes of images; absent: they do not. */
	readonly resizesImages?: boolean;
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

/** Members that are sent when they have changed. */
const MEMBERS = ["config", "files", "referring", "tree", "drawings", "code"] as const;

/** What has changed from the revision before; what is absent is as it was. */
interface RevisionDelta
	extends Partial<Pick<Revision, (typeof MEMBERS)[number]>>,
		Pick<Revision, "id" | "problems">,
		ReadSource {
	/** This thread sent nothing before, so that every member is there. */
	readonly isComplete: boolean;
	/** Present when the route rules must be compiled anew. */
	readonly rules?: { readonly redirectsText: string | undefined };
	/** True paths of pages that are gone. The new ones have been sent before. */
	readonly removed: readonly string[];
	/** Where pages are. */
	readonly contentFolders: readonly ContentFolder[];
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
			readonly level: "warn" | "error";
			readonly message: string;
			readonly details: Readonly<Record<string, unknown>>;
	  };

interface RevisionSenderOptions {
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
const COMPARED = [...MEMBERS, "id", "pages", "routeRules", "folder", "degraded"] as const;

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
	const { id, folder, degraded, pages, problems, listing, settings } = next;
	const changed = MEMBERS.filter((key) => last?.[key] !== next[key]);
	return {
		...{ id, folder, degraded, contentFolders: listing.contentFolders },
		isComplete: last === undefined,
		...Object.fromEntries(changed.map((key) => [key, next[key]])),
		...(last?.routeRules !== next.routeRules && {
			rules: { redirectsText: settings.redirectsText },
		}),
		removed: [...(last?.pages.keys() ?? [])].filter((path) => !pages.has(path)),
		problems: problems.slice(0, maxProblems),
		problemCount: problems.length,
	};
}

/** A revision as it is served, and where it is from. */
export interface LiveRevision
	extends Revision,
		Pick<RevisionDelta, "folder" | "degraded" | "problemCount">,
		Required<Pick<RevisionDelta, "problemPages">> {}

/**
 * Makes revisions out of what the content thread sends. Each is a value of its own: a request
 * that has begun with one ends with it.
 *
 * The work of ten thousand pages is done in steps, between which requests are answered.
 */
export class RevisionMirror {
	#live: LiveRevision | undefined;
	#pending: Page[] = [];

	get live(): LiveRevision | undefined {
		return this.#live;
	}

	takePages(records: readonly PageRecord[]): void {
		for (const record of records) this.#pending.push(new Page(record));
	}

	async apply(delta: RevisionDelta): Promise<LiveRevision> {
		const { isComplete, removed, contentFolders, rules, ...members } = delta;
		// The first delta is complete, so that every member is there.
		const next = { ...this.#live, ...members } as LiveRevision;
		const changed = this.#pending;
		this.#pending = [];
		const isSame = !isComplete && changed.length + removed.length === 0;
		const pages = isSame
			? next.pages
			: applyPages(isComplete ? undefined : next.pages, removed, changed);
		await setImmediate();
		const foldedPaths =
			isSame && members.config === undefined
				? next.foldedPaths
				: createSpellings(spelledPages(pages, contentFolders));
		await setImmediate();
		const routeRules =
			rules === undefined
				? next.routeRules
				: compileRouteRules(next.config.routeRules, rules.redirectsText);
		await setImmediate();
		this.#live = { ...next, pages, foldedPaths, routeRules };
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
	changed: readonly Page[],
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
