import { existsSync, type FSWatcher, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { ICONS_FOLDER } from "../content/files/list-site-folder.ts";
import { StabilityTracker } from "../content/files/stability-tracker.ts";
import { folderOfIncluded } from "../content/pages/page-reader.ts";
import type { LoadedRevision } from "../content/revision.ts";
import type { SearchIndexer } from "../search/search-indexer.ts";
import type { CodeLog } from "../site-code/code-host.ts";
import type { LastGood } from "./last-good.ts";
import { releaseMemory } from "./release-memory.ts";
import type { RevisionSender } from "./revision-delta.ts";
import { knownOf, SiteReader, type SiteReaderOptions } from "./site-reader.ts";

export interface ContentLoopOptions
	extends Pick<SiteReaderOptions, "siteFolder" | "isEmbedded" | "readingOf" | "store"> {
	readonly lastGood: LastGood;
	readonly sender: RevisionSender;
	readonly search: Pick<SearchIndexer, "update">;
	readonly log: CodeLog;
}

/** Events within this time after the first one count as one change. */
const QUIET_MS = 30;

/** Changes without a pause are sent at intervals of this length. */
const MAX_BURST_MS = 1000;

/** Interval of full scans: network mounts, ConfigMaps and shared desktop folders omit some or all events. */
const SWEEP_MS = 2000;

const STORE_AFTER_MS = 2000;

/** The process responds to the first visitors before that. */
const RELEASE_AFTER_MS = 1000;

/** Full scans may take this share of the time of one processor. */
const MAX_SHARE = 1 / 30;

/**
 * Watches a site folder for as long as the process lives: scans it after events and at intervals,
 * reads the changes, and sends them when they have settled.
 *
 * Scans never overlap. After an error, the last sent revision is still served, and the next
 * scan retries.
 */
export class ContentLoop {
	readonly #options: ContentLoopOptions;
	readonly #watch: FolderWatch;
	readonly #looks = new StabilityTracker(() => performance.now());
	readonly #site: SiteReader;
	/** Folders with events since the last scan began. */
	#hinted = new Set<string>();
	/** Folders of earlier scans with unsettled changes; absent: any folder may have changed. */
	#unsettled: ReadonlySet<string> | undefined;
	/** When the next full scan is due, by `performance.now()`. */
	#sweepAtMs = 0;
	#endPause: (() => void) | undefined;
	#storeTimer: NodeJS.Timeout | undefined;
	#burstStartedMs: number | undefined;
	/** Folders of the included files, and the pages from which they were computed. */
	#included: { readonly parsed: object; readonly folders: ReadonlySet<string> } | undefined;

	constructor(options: ContentLoopOptions) {
		this.#options = options;
		this.#watch = new FolderWatch(
			(folder) => this.#hint(folder),
			(error) => this.#warn("Folders cannot be watched: changes are found by polling", error),
		);
		this.#site = new SiteReader({
			...options,
			settling: this.#looks,
			now: () => performance.now(),
		});
	}

	/**
	 * Reads the folder for the first time.
	 *
	 * @throws {SiteConfigError} When `site.yaml` or the environment cannot be used.
	 * @throws {OperatorError} When the operator's path is not a folder.
	 */
	async start(): Promise<void> {
		await this.#site.start();
		await this.#send();
		setTimeout(releaseMemory, RELEASE_AFTER_MS).unref();
	}

	/** Watches the folder for as long as the thread lives. */
	async follow(): Promise<never> {
		this.#watchFolders();
		for (;;) {
			const startedMs = performance.now();
			const changed = this.#takeChanged(startedMs);
			let isRead = false;
			try {
				isRead = await this.#look(changed);
			} catch (error) {
				this.#options.log.error({ err: error }, "Checking the site folder failed");
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

	/** @returns The folders to scan; absent: all. Later events are for the next scan. */
	#takeChanged(nowMs: number): ReadonlySet<string> | undefined {
		const hinted = this.#hinted;
		this.#hinted = new Set();
		if (nowMs >= this.#sweepAtMs) return undefined;
		return this.#unsettled && new Set([...this.#unsettled, ...hinted]);
	}

	/** @returns Whether the last revision matches the content of the folder. */
	async #look(changed: ReadonlySet<string> | undefined): Promise<boolean> {
		const isRead = await this.#site.read(changed);
		// More changes are being written: they become one revision.
		if (this.#looks.isBusy() && performance.now() < this.#burstEndsMs()) return isRead;
		this.#burstStartedMs = undefined;
		await this.#send();
		return isRead;
	}

	#burstEndsMs(): number {
		this.#burstStartedMs ??= performance.now();
		return this.#burstStartedMs + MAX_BURST_MS;
	}

	async #send(): Promise<void> {
		const { revision, folder, degraded } = this.#site.last;
		const { search, sender, lastGood } = this.#options;
		// The index is updated first, so that search finds the live pages.
		search.update(revision);
		const hasChanged = await sender.send(revision, { folder, degraded });
		if (!hasChanged || degraded !== undefined) return;
		if (folder !== undefined) this.#storeLater(revision, folder);
		if (!this.#site.isOwnSite) return;
		lastGood
			.save(revision)
			.catch((error: unknown) => this.#warn("The last good revision cannot be saved", error));
	}

	/** Debounced: the file of parsed pages is large, and only the next process needs it. */
	#storeLater(revision: LoadedRevision, folder: string): void {
		clearTimeout(this.#storeTimer);
		this.#storeTimer = setTimeout(() => {
			this.#options
				.store(folder)
				.write(knownOf(revision))
				.catch((error: unknown) => this.#warn("Parsed pages cannot be stored", error));
		}, STORE_AFTER_MS);
	}

	#warn(message: string, error: unknown): void {
		this.#options.log.warn({ err: error }, message);
	}

	#hint(folder: string): void {
		this.#hinted.add(folder);
		this.#endPause?.();
	}

	/** Waits until the time is over or an event occurs. */
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
		const { siteFolder } = this.#options;
		const { listing, parsed, codeReading } = this.#site.last.revision;
		const { root, folders } = listing;
		if (this.#included?.parsed !== parsed) {
			this.#included = { parsed, folders: foldersOfIncluded(root, parsed) };
		}
		this.#watch.watch([
			...folders,
			...(codeReading?.folders ?? []),
			...this.#included.folders,
			root,
			join(root, ICONS_FOLDER),
			whereToWait(siteFolder),
		]);
	}
}

function foldersOfIncluded(root: string, parsed: LoadedRevision["parsed"]): ReadonlySet<string> {
	const files = new Set<string>();
	for (const { included } of parsed.values()) for (const file of included.keys()) files.add(file);
	return new Set(Array.from(files, (file) => folderOfIncluded(root, file)));
}

/** The creation of a missing folder is an event of its parent folder. */
function whereToWait(folder: string): string {
	return existsSync(folder) ? folder : dirname(folder);
}

/**
 * Reports which folders have changed, but not how: the reader lists the folder again. So merged or
 * reordered events lose nothing.
 */
class FolderWatch {
	readonly #onChange: (folder: string) => void;
	readonly #onFailure: (error: unknown) => void;
	/** By path. */
	readonly #watchers = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>();
	#hasFailed = false;

	/**
	 * @param onChange Also called with each newly watched folder, because it may have changed
	 * before.
	 * @param onFailure Called once when a folder cannot be watched, such as with too many folders.
	 */
	constructor(onChange: (folder: string) => void, onFailure: (error: unknown) => void) {
		this.#onChange = onChange;
		this.#onFailure = onFailure;
	}

	/** Watches these folders and no others. @param folders Absolute. */
	watch(folders: Iterable<string>): void {
		const wanted = new Set(folders);
		for (const path of this.#watchers.keys()) if (!wanted.has(path)) this.#forget(path);
		for (const path of wanted) this.#add(path);
	}

	#add(path: string): void {
		const inode = inodeOf(path);
		// Another folder now has this path: the events of the old folder do not matter.
		if (this.#watchers.get(path)?.inode !== inode) this.#forget(path);
		if (inode === undefined || this.#watchers.has(path)) return;
		try {
			const watcher = watch(path, { persistent: false }, () => this.#onChange(path));
			watcher.on("error", () => this.#forget(path));
			this.#watchers.set(path, { inode, watcher });
			this.#onChange(path);
		} catch (error) {
			if (this.#hasFailed) return;
			this.#hasFailed = true;
			this.#onFailure(error);
		}
	}

	#forget(path: string): void {
		this.#watchers.get(path)?.watcher.close();
		this.#watchers.delete(path);
	}
}

function inodeOf(path: string): number | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false })?.ino;
	} catch {
		// The folder is not accessible, so it cannot be watched.
		return undefined;
	}
}
