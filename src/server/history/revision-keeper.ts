import type { KnownPages, LoadedRevision } from "../content/loaded-revision.ts";
import type { KeptRevisions } from "./kept-revisions.ts";

export interface RevisionKeeperOptions {
	readonly kept: KeptRevisions;
	/** Leaves what was parsed to the next process. @param folder That the revision was read from. */
	readonly store: (folder: string) => { readonly write: (known: KnownPages) => Promise<void> };
	/** What could not be written: serving does not depend on it. */
	readonly warn: (message: string, error: unknown) => void;
}

/** What was parsed is a large file: it is written when authors pause. */
const STORE_AFTER_MS = 2000;

/**
 * Writes revisions to the data folder, to be brought back, and for the next process. Both are
 * done beside the looks at the folder, one after the other: ten thousand pages take seconds.
 */
export class RevisionKeeper {
	readonly #options: RevisionKeeperOptions;
	#work: Promise<unknown> = Promise.resolve();
	#storeTimer: NodeJS.Timeout | undefined;

	constructor(options: RevisionKeeperOptions) {
		this.#options = options;
	}

	/** Keeps a revision to be brought back, at once if nothing else is being written. */
	keep(revision: LoadedRevision): void {
		void this.#write("The revision cannot be kept", () => this.#options.kept.keep(revision));
	}

	/** Leaves what was parsed to the next process, when authors pause. */
	store(revision: LoadedRevision, folder: string): void {
		const { store } = this.#options;
		clearTimeout(this.#storeTimer);
		this.#storeTimer = setTimeout(() => {
			const { readings, iconsState, config } = revision;
			const known = { readings, iconsState, markdown: config.markdown };
			void this.#write("What was parsed cannot be stored", () => store(folder).write(known));
		}, STORE_AFTER_MS);
	}

	/** Does something with the kept revisions when all that was asked for before is kept. */
	withKept<Result>(work: (kept: KeptRevisions) => Promise<Result>): Promise<Result> {
		const result = this.#work.then(() => work(this.#options.kept));
		this.#work = result.catch(() => undefined);
		return result;
	}

	async #write(failure: string, write: () => Promise<void>): Promise<void> {
		try {
			await this.withKept(write);
		} catch (error) {
			this.#options.warn(failure, error);
		}
	}
}
