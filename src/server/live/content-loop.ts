import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ICONS_FOLDER } from "../content/files/icons-state.ts";
import { SettlingLooks } from "../content/files/settling.ts";
import { HeldRevision } from "../history/held-revision.ts";
import { HoldFile } from "../history/hold-file.ts";
import { KeptRevisions } from "../history/kept-revisions.ts";
import { RevisionKeeper } from "../history/revision-keeper.ts";
import type { SearchIndexer } from "../search/search-indexer.ts";
import { FolderWatch } from "./folder-watch.ts";
import type { RevisionSender } from "./revision-sender.ts";
import { SiteReader, type SiteReaderOptions } from "./site-reader.ts";

export interface ContentLoopOptions
	extends Pick<SiteReaderOptions, "siteFolder" | "embeddedFolder" | "readingOf" | "store"> {
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
	#isHinted = false;
	#endPause: (() => void) | undefined;
	#burstStartedMs: number | undefined;

	constructor(options: ContentLoopOptions) {
		this.#options = options;
		const { revisionsFolder, store, log } = options;
		this.#watch = new FolderWatch(
			() => this.#hint(),
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
		await this.#held.follow(this.#site.followed);
		await this.#send();
		void this.#follow();
	}

	async #follow(): Promise<void> {
		this.#watchFolders();
		for (;;) {
			const startedMs = performance.now();
			try {
				await this.#look();
			} catch (error) {
				this.#options.log("error", "Looking at the site folder failed", { err: String(error) });
			}
			this.#watchFolders();
			const sweepMs = Math.max(SWEEP_MS, (performance.now() - startedMs) / MAX_SHARE);
			await this.#pause(Math.min(sweepMs, this.#looks.finishLook() ?? sweepMs));
		}
	}

	async #look(): Promise<void> {
		await this.#held.follow(this.#site.followed);
		if (this.#held.shown === undefined) {
			await this.#site.read();
			// More is being written: it becomes one revision.
			if (this.#looks.isBusy() && performance.now() < this.#burstEndsMs()) return;
			this.#burstStartedMs = undefined;
		}
		await this.#send();
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
		this.#keeper.store(revision, folder);
	}

	#hint(): void {
		this.#isHinted = true;
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
			if (this.#isHinted) this.#endPause();
		});
		this.#endPause = undefined;
		this.#isHinted = false;
	}

	#watchFolders(): void {
		const { siteFolder, revisionsFolder } = this.#options;
		const { listing, readings } = this.#site.last.revision;
		const { root, folders } = listing;
		const included = Array.from(readings.values(), ({ page }) => [
			...(page?.included.keys() ?? []),
		]);
		this.#watch.watch([
			...folders,
			...included.flat().map((file) => dirname(join(root, file))),
			root,
			join(root, ICONS_FOLDER),
			revisionsFolder,
			...(siteFolder === undefined ? [] : [whereToWait(siteFolder)]),
		]);
	}
}

/** A folder that is not there shows up in the one above it. */
function whereToWait(folder: string): string {
	return existsSync(folder) ? folder : dirname(folder);
}
