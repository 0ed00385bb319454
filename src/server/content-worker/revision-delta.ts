import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Page } from "../content/pages/page.ts";
import { type Problem, type ProblemPages, packProblems } from "../content/problem.ts";
import type { LoadedRevision, Revision } from "../content/revision.ts";
import { compileRouteRules } from "../content/route-rules.ts";
import { createSpellings, type SpelledPage } from "../content/routing/spellings.ts";

/** Inputs for building the code of a site folder. */
export interface CodeSources {
	/** Folder with `src` and `node_modules` of the product. */
	readonly root: string;
	/** URL of the bundle of the build thread. */
	readonly buildThread: string;
	/** Whether builds are for a developer; absent: for visitors. */
	readonly isDevelopment?: boolean;
}

/** Origin of a revision. */
export interface ReadSource {
	/** Absent while the site folder is missing or empty and there is no last good version. */
	readonly folder: string | undefined;
	/** Why the revision differs from the operator's folder, as a sentence. */
	readonly degraded: string | undefined;
}

/** Start data of the thread that reads the site folder. */
export interface ContentThreadData {
	/** Absolute. */
	readonly siteFolder: string;
	/** Whether it is the handbook, since the operator has not set `SITE_DIR`. */
	readonly isEmbedded: boolean;
	/** Absolute. */
	readonly dataFolder: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Whether the times of files are read from git; absent: they are not. */
	readonly readsCommitTimes?: boolean;
	/** Whether pages offer smaller sizes of images; absent: they do not. */
	readonly resizesImages?: boolean;
	/** Inputs for building the code of the folder; absent: the folder runs no code. */
	readonly code?: CodeSources | undefined;
	/** Stored pages of another build are not used. */
	readonly buildId: string;
	/** Maximum number of problems to send; absent: `PROBLEMS_SENT`. */
	readonly maxProblems?: number;
	/** Memory for the current file of this thread and of each helper, which the watchdog reads. */
	readonly current: readonly SharedArrayBuffer[];
	/** Stamps by file, of states in which an earlier thread was stuck. */
	readonly stuckFiles: ReadonlyMap<string, string>;
}

/** Members that are sent when they have changed. */
const MEMBERS = ["config", "files", "referring", "tree", "drawings", "code"] as const;

/** Changes since the previous revision; absent members are unchanged. */
interface RevisionDelta
	extends Partial<Pick<Revision, (typeof MEMBERS)[number]>>,
		Pick<Revision, "id" | "problems">,
		ReadSource {
	/** Whether this is the first delta of the thread, which contains every member. */
	readonly isComplete: boolean;
	/** Present when the route rules must be compiled again. */
	readonly rules?: { readonly redirectsText: string | undefined };
	/** True paths of removed pages. New and changed pages are sent before the delta. */
	readonly removed: readonly string[];
	/** Number of all problems; `problems` contains the first of them. */
	readonly problemCount: number;
	readonly problemPages?: ProblemPages;
}

export type FromContentThread =
	| { readonly kind: "pages"; readonly pages: readonly Page[] }
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
	/** Resolves when the receiver has acknowledged the last batch. */
	readonly taken: () => Promise<void>;
	/** Maximum number of problems to send; absent: `PROBLEMS_SENT`. */
	readonly maxProblems?: number | undefined;
}

/** Reading a batch takes the receiving thread two or three milliseconds. */
const PAGES_AT_ONCE = 100;

/** Enough for the operator; ten thousand pages can have hundreds of thousands of problems. */
const PROBLEMS_SENT = 1000;

/** Sends the changes of each revision in batches, so that the receiver handles requests in between. */
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

/** Members that are compared by identity: unchanged ones are the same objects. */
const COMPARED = [...MEMBERS, "id", "pages", "routeRules", "folder", "degraded"] as const;

/** Compares by identity first: problems of pages that were not read again are the same objects. */
function areSame(some: readonly Problem[], others: readonly Problem[]): boolean {
	if (some === others) return true;
	return (
		some.length === others.length &&
		some.every((one, index) => one === others[index] || isDeepStrictEqual(one, others[index]))
	);
}

type Sent = LoadedRevision & ReadSource;

function deltaOf(next: Sent, last: Sent | undefined, maxProblems: number): RevisionDelta {
	const { id, folder, degraded, pages, problems, settings } = next;
	const changed = MEMBERS.filter((key) => last?.[key] !== next[key]);
	return {
		id,
		folder,
		degraded,
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

/** The served revision and its origin. */
export interface LiveRevision
	extends Revision,
		Pick<RevisionDelta, "folder" | "degraded" | "problemCount">,
		Required<Pick<RevisionDelta, "problemPages">> {}

/**
 * Creates revisions from the messages of the content thread. Revisions are immutable: a request uses
 * the same revision from start to end.
 *
 * The work for ten thousand pages is split into steps, so that requests are handled in between.
 */
export class RevisionMirror {
	#live: LiveRevision | undefined;
	#pending: Page[] = [];

	get live(): LiveRevision | undefined {
		return this.#live;
	}

	takePages(pages: readonly Page[]): void {
		this.#pending.push(...pages);
	}

	async apply(delta: RevisionDelta): Promise<LiveRevision> {
		const { isComplete, removed, rules, ...members } = delta;
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
				: createSpellings(spelledPages(pages));
		await setImmediate();
		const routeRules =
			rules === undefined
				? next.routeRules
				: compileRouteRules(next.config.routeRules, rules.redirectsText);
		await setImmediate();
		this.#live = { ...next, pages, foldedPaths, routeRules };
		return this.#live;
	}

	/** Drops the pages of a thread that has ended: the next thread sends everything again. */
	startOver(): void {
		this.#pending = [];
	}
}

/** Returns the pages of a revision as a new map; the map of the last revision is not changed. */
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

function* spelledPages(pages: ReadonlyMap<string, Page>): Generator<SpelledPage> {
	for (const { path, name, frontMatter } of pages.values()) {
		yield { path, name, formerPaths: frontMatter.formerPaths };
	}
}
