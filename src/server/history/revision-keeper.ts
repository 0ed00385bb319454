import type { LoadedRevision } from "../content/load-revision.ts";
import { giveMemoryBack } from "../live/give-memory-back.ts";
import { InOrder } from "../live/in-order.ts";
import type { PageStore } from "../live/page-store.ts";
import type { KeptRevision, KeptRevisions } from "./kept-revisions.ts";

export interface RevisionKeeperOptions {
	readonly kept: KeptRevisions;
	/** @param folder That the revision was read from. */
	readonly store: (folder: string) => Pick<PageStore, "write">;
	/** What could not be written: serving does not depend on it. */
	readonly warn: (message: string, error: unknown) => void;
}

/** What was parsed is a large file: it is written when authors pause. */
const STORE_AFTER_MS = 2000;

/** Storing so many leaves a heap that is much larger than what is in it. */
const MANY_PAGES = 100;

/**
 * Writes revisions to the data folder, for whoever wants one back and for the process after
 * this one. Both are done beside the looks at the folder, one after the other: ten thousand
 * pages take seconds, and neither authors nor visitors wait for a disk.
 */
export class RevisionKeeper {
	readonly #options: RevisionKeeperOptions;
	readonly #work = new InOrder();
	#storeTimer: NodeJS.Timeout | undefined;

	constructor(options: RevisionKeeperOptions) {
		this.#options = options;
	}

	/** Keeps a revision, at once if nothing else is being written, and leaves what was parsed to the next process. */
	keep(revision: LoadedRevision, folder: string): void {
		void this.#work.run(() =>
			this.#try("The revision cannot be kept", () => this.#options.kept.keep(revision)),
		);
		clearTimeout(this.#storeTimer);
		this.#storeTimer = setTimeout(
			() => void this.#work.run(() => this.#store(revision, folder)),
			STORE_AFTER_MS,
		);
	}

	/** Does something with the kept revisions when all that was asked for before is kept. */
	withKept<Result>(work: (kept: KeptRevisions) => Promise<Result>): Promise<Result> {
		return this.#work.run(() => work(this.#options.kept));
	}

	list(): Promise<readonly KeptRevision[]> {
		return this.withKept((kept) => kept.list());
	}

	async #store(revision: LoadedRevision, folder: string): Promise<void> {
		const { readings, iconsState, config } = revision;
		await this.#try("What was parsed cannot be stored", () =>
			this.#options.store(folder).write({ readings, iconsState, markdown: config.markdown }),
		);
		if (readings.size > MANY_PAGES) giveMemoryBack();
	}

	async #try(failure: string, work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			this.#options.warn(failure, error);
		}
	}
}
