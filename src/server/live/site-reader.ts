import { SETTLED, type Settling } from "../content/files/settling.ts";
import {
	type KnownPages,
	type LoadedRevision,
	loadRevision,
	type RevisionOptions,
} from "../content/load-revision.ts";
import { chooseSiteFolder } from "../content/site-folder-choice.ts";
import { folderState } from "../history/folder-state.ts";
import type { PageStore } from "./page-store.ts";

export interface SiteReaderOptions {
	/** The operator's folder, absolute; absent when the operator names none. */
	readonly siteFolder: string | undefined;
	readonly embeddedFolder: string;
	/** What reading a folder needs to know of the app. */
	readonly readingOf: (siteFolder: string) => ReadingOptions;
	readonly store: (siteFolder: string) => PageStore;
	readonly settling: Settling;
}

export type ReadingOptions = Omit<
	RevisionOptions,
	"siteFolder" | "previous" | "known" | "settling"
>;

/** A revision, and the folder that it was read from. */
export interface ReadRevision {
	readonly revision: LoadedRevision;
	readonly folder: string;
}

/** Reads the site folder, and keeps what it held when it cannot be read any more. */
export class SiteReader {
	readonly #options: SiteReaderOptions;
	#read: ReadRevision | undefined;
	/** Why the folder itself cannot be followed. */
	#lost: string | undefined;

	constructor(options: SiteReaderOptions) {
		this.#options = options;
	}

	/** The last good revision, with a problem when the folder is not there any more. */
	get last(): ReadRevision {
		if (this.#read === undefined) throw new Error("The folder is read once the reader has started");
		const { revision, folder } = this.#read;
		if (this.#lost === undefined) return this.#read;
		const problems = [{ file: ".", message: this.#lost }, ...revision.problems];
		return { folder, revision: { ...revision, problems } };
	}

	/**
	 * Reads the folder for the first time.
	 *
	 * @throws {SiteConfigError} When `site.yaml` or the environment cannot be used.
	 * @throws {OperatorError} When what the operator names is no folder.
	 */
	async start(): Promise<void> {
		const { siteFolder, embeddedFolder, store } = this.#options;
		const folder = await chooseSiteFolder(siteFolder, embeddedFolder);
		const known = store(folder).read();
		this.#read = { folder, revision: await this.#load(folder, { known, settling: SETTLED }) };
	}

	/** Reads what has changed since. */
	async read(): Promise<void> {
		await this.#followOperator();
		await this.#readLastGood();
	}

	/** Reads another folder, with what is known of this one. */
	readBeside(folder: string): Promise<LoadedRevision> {
		const known = this.#read?.revision;
		return this.#load(folder, {
			known: known && { ...known, markdown: known.config.markdown },
			settling: SETTLED,
		});
	}

	/** The embedded site gives way once the operator's folder has something in it. */
	async #followOperator(): Promise<void> {
		const { siteFolder, embeddedFolder, settling } = this.#options;
		if (siteFolder === undefined || this.last.folder === siteFolder) return;
		if ((await chooseSiteFolder(siteFolder, embeddedFolder)) !== siteFolder) return;
		if (!settling.isSettled("folder", folderState(siteFolder), ARRIVED_AFTER_MS)) return;
		const revision = await this.#load(siteFolder, { settling: SETTLED });
		this.#read = { folder: siteFolder, revision };
	}

	/** A folder that is emptied, unmounted or closed to us leaves what it held. */
	async #readLastGood(): Promise<void> {
		const { folder, revision: previous } = this.#read ?? this.last;
		this.#lost = undefined;
		try {
			const { settling } = this.#options;
			const revision = await this.#load(folder, { previous, settling });
			if (!isLost(previous, revision)) this.#read = { folder, revision };
			else this.#lost = "The site folder has lost its pages: those that it had are served on";
		} catch (error) {
			this.#lost = `The site folder cannot be read: what it held is served on (${reasonOf(error)})`;
		}
	}

	#load(siteFolder: string, known: Known): Promise<LoadedRevision> {
		return loadRevision({ ...this.#options.readingOf(siteFolder), siteFolder, ...known });
	}
}

/** A folder that has just appeared is being filled for a moment. */
const ARRIVED_AFTER_MS = 200;

interface Known {
	readonly previous?: LoadedRevision;
	readonly known?: KnownPages | undefined;
	readonly settling: Settling;
}

function isLost(last: LoadedRevision, { listing }: LoadedRevision): boolean {
	const had = last.listing;
	if (had.pagesFolder !== "" && listing.pagesFolder === "") return true;
	return had.pages.length > 0 && listing.pages.length === 0;
}

function reasonOf(error: unknown): string {
	if (error instanceof Error && "code" in error) return String(error.code);
	return error instanceof Error ? error.message : String(error);
}
