import { setImmediate, setTimeout } from "node:timers/promises";
import { accessRulesOf, requirementsKey } from "../authorization/access-rules.ts";
import { type Snapshot, snapshotAt } from "../authorization/snapshot.ts";
import type { Page } from "../content/pages/page.ts";
import type { LoadedRevision } from "../content/revision.ts";
import type { SiteConfig } from "../content/site-config.ts";
import { isSearchable } from "../seo/discoverable-sections.ts";
import { SearchIndex } from "./search-index.ts";
import { searchState, stampOf } from "./search-messages.ts";

export interface SearchIndexerOptions {
	/** Absolute. */
	readonly indexFile: string;
	/** Logs that search is missing or incomplete until the next change. */
	readonly warn: (message: string, error: unknown) => void;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/** Pages that are indexed before a revision is sent, or in one turn of the event loop: takes milliseconds. */
const BATCH = 20;

/** Many new pages mean a first start, when visits need the processor more than searches do. */
const FILL_AFTER_MS = 1000;

/**
 * Updates the index before a revision goes live, so a save is searchable when it is visible. Many
 * pages at once, as at the first start, are indexed in the background.
 */
export class SearchIndexer {
	readonly #options: SearchIndexerOptions;
	#index: SearchIndex | undefined;
	/** The configuration of the open index. */
	#form = "";
	/** The last indexed revision, and when its visible pages change. */
	#indexed: Snapshot<LoadedRevision> | undefined;
	/** Pages to index, by path. */
	#missing = new Map<string, Page>();
	#accessOf = (_path: string): string => requirementsKey([]);
	#state = "";
	#isFilling = false;

	constructor(options: SearchIndexerOptions) {
		this.#options = options;
	}

	/** Must be called before each revision is sent. */
	update(revision: LoadedRevision): void {
		const nowMs = this.#options.now();
		const last = this.#indexed;
		const isSame = last?.revision.id === revision.id && last.revision.pages === revision.pages;
		if (isSame && nowMs >= last.fromMs && nowMs < last.untilMs) return;
		this.#indexed = snapshotAt(revision, nowMs);
		const state = searchState(revision.id, this.#indexed.untilMs);
		this.#try(() => this.#updateIndex(revision, nowMs, state));
	}

	#updateIndex(revision: LoadedRevision, nowMs: number, state: string): void {
		const index = this.#opened(revision.config);
		const wanted = new Map([...revision.pages].filter(([, page]) => isSearchable(page, nowMs)));
		const { entries } = index;
		const removed = [...entries.keys()].filter((path) => !wanted.has(path));
		const rules = accessRulesOf(revision);
		this.#accessOf = (path) => requirementsKey(rules.at(path));
		const changed = [...wanted].filter(([path, page]) => {
			const entry = entries.get(path);
			return entry?.stamp !== stampOf(page) || entry.access !== this.#accessOf(path);
		});
		const before = this.#missing;
		const fresh = changed.filter(([path, page]) => before.get(path) !== page);
		const now = fresh.length <= BATCH ? fresh : [];
		this.#missing = new Map(changed);
		for (const [path] of now) this.#missing.delete(path);
		this.#state = state;
		const isComplete = this.#missing.size === 0;
		if (removed.length > 0 || now.length > 0 || index.state !== state) {
			index.write({
				removed,
				added: now.map(([, page]) => page),
				accessOf: this.#accessOf,
				state: isComplete ? state : undefined,
			});
		}
		if (isComplete || this.#isFilling) return;
		this.#fill().catch((error: unknown) =>
			this.#options.warn("Filling the search index failed", error),
		);
	}

	async #fill(): Promise<void> {
		this.#isFilling = true;
		await setTimeout(FILL_AFTER_MS, undefined, { ref: false });
		while (this.#missing.size > 0 && this.#index !== undefined) {
			await setImmediate();
			this.#try(() => this.#addPages([...this.#missing.values()].slice(0, BATCH)));
		}
		while (this.#try(() => this.#index?.tidy()) === true) await setImmediate();
		this.#isFilling = false;
	}

	#addPages(added: readonly Page[]): void {
		for (const { path } of added) this.#missing.delete(path);
		const state = this.#missing.size === 0 ? this.#state : undefined;
		this.#index?.write({ removed: [], added, accessOf: this.#accessOf, state });
	}

	#opened({ public: { locale }, editions }: SiteConfig): SearchIndex {
		const form = JSON.stringify([locale, editions]);
		if (this.#index !== undefined && form === this.#form) return this.#index;
		this.#index?.close();
		this.#index = SearchIndex.open({ file: this.#options.indexFile, locale, editions });
		this.#form = form;
		return this.#index;
	}

	#try<Result>(work: () => Result): Result | undefined {
		try {
			return work();
		} catch (error) {
			// The next change opens the index again, and replaces a damaged one.
			this.#index?.close();
			this.#index = undefined;
			this.#missing.clear();
			this.#options.warn("Writing the search index failed", error);
			return undefined;
		}
	}
}
