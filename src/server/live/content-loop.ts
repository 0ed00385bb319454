import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ICONS_FOLDER } from "../content/files/icons-state.ts";
import { folderOfIncluded } from "../content/files/included-file.ts";
import { SettlingLooks } from "../content/files/settling.ts";
import type { LoadedRevision } from "../content/loaded-revision.ts";
import { HeldRevision } from "../history/held-revision.ts";
import { HoldFile } from "../history/hold-file.ts";
import { KeptRevisions } from "../history/kept-revisions.ts";
import { RevisionKeeper } from "../history/revision-keeper.ts";
import type { SearchIndexer } from "../search/search-indexer.ts";
import { FolderWatch } from "./folder-watch.ts";
import type { RevisionSender } from "./revision-sender.ts";
import { SiteReader, type SiteReaderOptions } from "./site-reader.ts";

export interface ContentLoopOptions
	extends Pick<SiteReaderOptions, "siteFolder" | "isEmbedded" | "readingOf" | "store"> {
	readonly sender: RevisionSender;
	readonly search: Pick<SearchIndexer, "update">;
	/** Absolute; watched as well, since the command brings revisions back by a file in it. */
	readonly revisionsFolder: string;
	readonly log: ContentLog;
}

/** Says something in the log of the process. */
export type ContentLog = (
	level: "info" | "warn" | "error",
	message: string,
	details?: Readonly<Record<string, unknown>>,
) => void;

/** A burst of events is one change; a quiet moment ends it. */
const QUIET_MS = 30;

/** What is written without a pause is shown in steps of this length. */
const MAX_BURST_MS = 1000;

/** Network mounts, ConfigMaps and shared folders of desktop systems send no events, or not all. */
const SWEEP_MS = 2000;

/** Looking may take this share of the time of one processor. */
const MAX_SHARE = 1 / 30;

/**
 * Follows a site folder for as long as the process lives: looks when something has happened
 * and from time to time, reads what has changed, and sends it once it has settled.
 *
 * Looks never overlap. Whatever goes wrong, what was sent last is served on, and the next
 * look tries again.
 */
export class ContentLoop {
	readonly #options: ContentLoopOptions;
	readonly #watch: FolderWatch;
	readonly #looks = new SettlingLooks(() => performance.now());
	readonly #site: SiteReader;
	readonly #keeper: RevisionKeeper;
	readonly #held: HeldRevision;
	/** Folders in which something has happened since the last look began. */
	#hinted = new Set<string>();
	/** The same for looks before it, as long as not all is settled; absent: it may be any folder. */
	#unsettled: ReadonlySet<string> | undefined;
	/** When all folders are looked at, whatever has happened. */
	#sweepAtMs = 0;
	#endPause: (() => void) | undefined;
	#burstStartedMs: number | undefined;
	/** Where files are that pages include, and the pages that it was made of. */
	#included: { readonly readings: object; readonly folders: ReadonlySet<string> } | undefined;

	constructor(options: ContentLoopOptions) {
		this.#options = options;
		const { revisionsFolder, store, log } = options;
		this.#watch = new FolderWatch(
			(folder) => this.#hint(folder),
			(error) =>
				log("warn", "Folders cannot be watched: changes are found by looking", {
					err: String(error),
				}),
		);
		this.#site = new SiteReader({
			...options,
			settling: this.#looks,
			unfoldLastGood: () => this.#keeper.withKept((kept) => kept.unfoldLastGood()),
			isAccepted: (folder) => this.#held.isAccepted(folder),
			now: () => performance.now(),
		});
		this.#keeper = new RevisionKeeper({
			kept: new KeptRevisions(revisionsFolder, Date.now),
			store,
			warn: (message, error) => log("warn", message, { err: String(error) }),
		});
		this.#held = new HeldRevision({
			file: new HoldFile(revisionsFolder),
			keeper: this.#keeper,
			read: (folder) => this.#site.readBeside(folder),
			settling: this.#looks,
			onRelease: (revisionId) =>
				log("info", "The site folder has changed: the revision that was brought back is released", {
					revisionId,
				}),
		});
	}

	/**
	 * Reads the folder for the first time, and follows it from then on.
	 *
	 * @throws {SiteConfigError} When `site.yaml` or the environment cannot be used.
	 * @throws {OperatorError} When what the operator names is no folder.
	 */
	async start(): Promise<void> {
		await this.#site.start();
		await this.#held.follow(this.#options.siteFolder);
		await this.#send();
		void this.#follow();
	}

	async #follow(): Promise<void> {
		this.#watchFolders();
		for (;;) {
			const startedMs = performance.now();
			const changed = this.#takeChanged(startedMs);
			let isRead = false;
			try {
				isRead = await this.#look(changed);
			} catch (error) {
				this.#options.log("error", "Looking at the site folder failed", { err: String(error) });
			}
			this.#watchFolders();
			const nowMs = performance.now();
			if (changed === undefined) {
				this.#sweepAtMs = nowMs + Math.max(SWEEP_MS, (nowMs - startedMs) / MAX_SHARE);
			}
			const waitMs = this.#looks.finishLook();
			const unsettled = waitMs === undefined ? new Set<string>() : changed;
			this.#unsettled = isRead ? unsettled : undefined;
			const sweepMs = Math.max(this.#sweepAtMs - nowMs, 0);
			await this.#pause(Math.min(sweepMs, waitMs ?? sweepMs));
		}
	}

	/** @returns The folders to look at; absent: all. What happens from now on is for the next look. */
	#takeChanged(nowMs: number): ReadonlySet<string> | undefined {
		const hinted = this.#hinted;
		this.#hinted = new Set();
		if (nowMs >= this.#sweepAtMs) return undefined;
		return this.#unsettled && new Set([...this.#unsettled, ...hinted]);
	}

	/** @returns Whether what is shown is now what the folder holds. */
	async #look(changed: ReadonlySet<string> | undefined): Promise<boolean> {
		await this.#held.follow(this.#options.siteFolder);
		let isRead = false;
		if (this.#held.shown === undefined) {
			isRead = await this.#site.read(changed);
			// More is being written: it becomes one revision.
			if (this.#looks.isBusy() && performance.now() < this.#burstEndsMs()) return isRead;
			this.#burstStartedMs = undefined;
		}
		await this.#send();
		return isRead;
	}

	#burstEndsMs(): number {
		this.#burstStartedMs ??= performance.now();
		return this.#burstStartedMs + MAX_BURST_MS;
	}

	async #send(): Promise<void> {
		const held = this.#held.shown;
		const { last } = this.#site;
		const { revision, folder } = held ?? last;
		const degraded = held === undefined ? last.degraded : undefined;
		// Before it is sent: what is live is found.
		this.#options.search.update(revision);
		const hasChanged = await this.#options.sender.send(revision, {
			folder,
			heldId: held?.heldId,
			degraded,
		});
		if (!hasChanged || held !== undefined || degraded !== undefined) return;
		// At once, so that it is kept before its files are others.
		if (this.#site.isOwnSite) this.#keeper.keep(revision);
		if (folder !== undefined) this.#keeper.store(revision, folder);
	}

	#hint(folder: string): void {
		this.#hinted.add(folder);
		this.#endPause?.();
	}

	/** Ends sooner when something happens. */
	async #pause(forMs: number): Promise<void> {
		await new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, forMs);
			this.#endPause = () => {
				this.#endPause = undefined;
				clearTimeout(timer);
				setTimeout(resolve, QUIET_MS);
			};
			if (this.#hinted.size > 0) this.#endPause();
		});
		this.#endPause = undefined;
	}

	#watchFolders(): void {
		const { siteFolder, revisionsFolder } = this.#options;
		const { listing, readings } = this.#site.last.revision;
		const { root, folders } = listing;
		if (this.#included?.readings !== readings) {
			this.#included = { readings, folders: foldersOfIncluded(root, readings) };
		}
		this.#watch.watch([
			...folders,
			...this.#included.folders,
			root,
			join(root, ICONS_FOLDER),
			revisionsFolder,
			whereToWait(siteFolder),
		]);
	}
}

function foldersOfIncluded(
	root: string,
	readings: LoadedRevision["readings"],
): ReadonlySet<string> {
	const files = new Set<string>();
	for (const { page } of readings.values()) {
		for (const file of page?.included.keys() ?? []) files.add(file);
	}
	return new Set(Array.from(files, (file) => folderOfIncluded(root, file)));
}

/** A folder that is not there shows up in the one above it. */
function whereToWait(folder: string): string {
	return existsSync(folder) ? folder : dirname(folder);
}
