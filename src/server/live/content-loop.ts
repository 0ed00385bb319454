import { join } from "node:path";
import { ICONS_FOLDER } from "../content/files/icons-state.ts";
import { SETTLED, SettlingLooks } from "../content/files/settling.ts";
import {
	type KnownPages,
	type LoadedRevision,
	loadRevision,
	type RevisionOptions,
} from "../content/load-revision.ts";
import { chooseSiteFolder } from "../content/site-folder-choice.ts";
import { folderState } from "../history/folder-state.ts";
import type { Hold, HoldFile } from "../history/hold.ts";
import type { KeptRevision, KeptRevisions } from "../history/kept-revisions.ts";
import { RevisionKeeper } from "../history/revision-keeper.ts";
import type { RestoreOutcome } from "./content-messages.ts";
import { EarliestTimer } from "./earliest-timer.ts";
import { FolderWatch } from "./folder-watch.ts";
import { giveMemoryBack } from "./give-memory-back.ts";
import { InOrder } from "./in-order.ts";
import type { PageStore } from "./page-store.ts";
import type { RevisionSender } from "./revision-sender.ts";
import { SweepClock } from "./sweep-clock.ts";

export interface ContentLoopOptions {
	/** The operator's folder, absolute; absent when the operator names none. */
	readonly siteFolder: string | undefined;
	readonly embeddedFolder: string;
	/** What reading a folder needs to know of the app. */
	readonly readingOf: (siteFolder: string) => ReadingOptions;
	readonly sender: RevisionSender;
	/** Watched as well: another process may bring back a revision. */
	readonly revisionsFolder: string;
	readonly kept: KeptRevisions;
	readonly hold: HoldFile;
	readonly store: (siteFolder: string) => PageStore;
	readonly log: ContentLog;
}

export type ReadingOptions = Omit<
	RevisionOptions,
	"siteFolder" | "previous" | "known" | "settling" | "mayTryAgain"
>;

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

/** Parsing so many leaves a heap that is much larger than what is in it. */
const MANY_PAGES = 100;

/** Whoever saves in this time comes before a page that was stopped once. */
const SECOND_ATTEMPT_AFTER_MS = 500;

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
	readonly #sweeps = new SweepClock();
	readonly #keeper: RevisionKeeper;
	#folder = "";
	#revision: LoadedRevision | undefined;
	/** Whether everybody knows of it. */
	#isSent = false;
	#held: { readonly hold: Hold; readonly revision: LoadedRevision } | undefined;
	readonly #work = new InOrder();
	readonly #nextLook = new EarliestTimer(() => void this.#work.run(() => this.#look()));
	#isHinted = false;
	#burstStartedMs: number | undefined;
	/** Why the folder itself cannot be followed. */
	#lost: string | undefined;

	constructor(options: ContentLoopOptions) {
		this.#options = options;
		this.#watch = new FolderWatch(
			() => this.#hint(),
			(error) =>
				options.log("warn", "Folders cannot be watched: changes are found by looking", {
					err: String(error),
				}),
		);
		this.#keeper = new RevisionKeeper({
			kept: options.kept,
			store: options.store,
			warn: (message, error) => options.log("warn", message, { err: String(error) }),
		});
	}

	/**
	 * Reads the folder for the first time.
	 *
	 * @throws {SiteConfigError} When `site.yaml` or the environment cannot be used.
	 * @throws {OperatorError} When what the operator names is no folder.
	 */
	async start(): Promise<void> {
		const { siteFolder, embeddedFolder, hold } = this.#options;
		this.#folder = await chooseSiteFolder(siteFolder, embeddedFolder);
		const known = await this.#options.store(this.#folder).read();
		this.#revision = await this.#load(this.#folder, { known });
		const held = await hold.read();
		if (held !== undefined && held.folderState === folderState(this.#folder)) {
			await this.#showKept(held);
		}
		await this.#send();
		this.#watchFolders();
		this.#nextLook.schedule(0);
	}

	list(): Promise<readonly KeptRevision[]> {
		return this.#work.run(() => this.#keeper.list());
	}

	/** Shows a kept revision until the folder changes. */
	restore(id: string): Promise<RestoreOutcome> {
		return this.#work.run(async () => {
			try {
				const hold = { id, folderState: folderState(this.#folder) };
				const missing = await this.#showKept(hold);
				if (missing === undefined) return { kind: "unknown" };
				await this.#options.hold.write(hold);
				await this.#send();
				return { kind: "restored", missing };
			} catch (error) {
				return { kind: "failed", reason: reasonOf(error) };
			}
		});
	}

	/** Parses a file once more although it has not changed: what is wrong with it showed late. */
	readAgain(file: string): void {
		void this.#work.run(async () => {
			const { readings } = this.#revision ?? {};
			const reading = readings?.get(file);
			if (this.#revision === undefined || reading?.page === undefined) return;
			const forgotten = { ...reading, stamp: "", page: { ...reading.page, sourceDigest: "" } };
			this.#revision = {
				...this.#revision,
				readings: new Map(readings).set(file, forgotten),
			};
			this.#hint();
		});
	}

	#hint(): void {
		this.#isHinted = true;
		this.#nextLook.schedule(QUIET_MS);
	}

	async #look(): Promise<void> {
		const startedMs = performance.now();
		const isHinted = this.#isHinted;
		this.#isHinted = false;
		let hasChanged = false;
		try {
			await this.#followHold();
			if (this.#held === undefined) hasChanged = await this.#readAndSend();
			else await this.#releaseIfChanged(this.#held.hold);
		} catch (error) {
			this.#options.log("error", "Looking at the site folder failed", { err: String(error) });
		}
		const waitMs = this.#looks.finishLook();
		this.#watchFolders();
		const isLost = this.#lost !== undefined;
		this.#sweeps.looked({ tookMs: performance.now() - startedMs, hasChanged, isHinted, isLost });
		this.#nextLook.schedule(
			Math.min(
				waitMs ?? Number.POSITIVE_INFINITY,
				this.#sweeps.nextMs(),
				this.#owesSecondAttempts() ? SECOND_ATTEMPT_AFTER_MS : Number.POSITIVE_INFINITY,
			),
		);
	}

	#owesSecondAttempts(): boolean {
		// Nothing is read while a revision that was brought back is shown, or the folder is lost.
		if (this.#held !== undefined || this.#lost !== undefined) return false;
		const readings = this.#revision?.readings.values() ?? [];
		for (const { deservesSecondAttempt } of readings)
			if (deservesSecondAttempt === true) return true;
		return false;
	}

	async #readAndSend(): Promise<boolean> {
		await this.#followFolder();
		await this.#readLastGood();
		this.#isSent = false;
		// Somebody is still at it: what they do becomes one revision.
		if (this.#looks.isBusy() && performance.now() < this.#burstEndsMs()) return false;
		this.#burstStartedMs = undefined;
		return this.#send();
	}

	#burstEndsMs(): number {
		this.#burstStartedMs ??= performance.now();
		return this.#burstStartedMs + MAX_BURST_MS;
	}

	/** The embedded site gives way once the operator's folder has something in it. */
	async #followFolder(): Promise<void> {
		const { siteFolder, embeddedFolder } = this.#options;
		if (siteFolder === undefined || this.#folder === siteFolder) return;
		if ((await chooseSiteFolder(siteFolder, embeddedFolder)) !== siteFolder) return;
		if (!this.#looks.isSettled("folder", folderState(siteFolder), 200)) return;
		this.#revision = await this.#load(siteFolder, {});
		this.#folder = siteFolder;
	}

	/** A folder that is emptied, unmounted or closed to us leaves what it held. */
	async #readLastGood(): Promise<void> {
		const last = this.#revision;
		this.#lost = undefined;
		try {
			const next = await this.#load(this.#folder, { previous: last });
			if (last === undefined || !isLost(last, next)) this.#revision = next;
			else this.#lost = "The site folder has lost its pages: those that it had are served on";
		} catch (error) {
			this.#lost = `The site folder cannot be read: what it held is served on (${reasonOf(error)})`;
		}
	}

	#load(
		siteFolder: string,
		{ previous, known }: { previous?: LoadedRevision | undefined; known?: KnownPages | undefined },
	): Promise<LoadedRevision> {
		return loadRevision({
			...this.#options.readingOf(siteFolder),
			siteFolder,
			previous,
			known,
			settling: previous === undefined ? SETTLED : this.#looks,
			// A start does not wait for it, nor does what was found out at the last look.
			mayTryAgain: previous !== undefined && this.#isSent,
		});
	}

	async #showKept(hold: Hold): Promise<readonly string[] | undefined> {
		const unfolded = await this.#keeper.withKept((kept) => kept.unfold(hold.id));
		if (unfolded === undefined) return undefined;
		const current = this.#revision;
		const known = current && { ...current, markdown: current.config.markdown };
		const revision = await this.#load(unfolded.folder, { known });
		this.#held = { hold, revision };
		return unfolded.missing;
	}

	/** Another process may have brought back a revision, or released one. */
	async #followHold(): Promise<void> {
		const hold = await this.#options.hold.read();
		if (hold?.id === this.#held?.hold.id) return;
		if (hold === undefined) return this.#release();
		if (hold.folderState !== folderState(this.#folder)) return;
		if ((await this.#showKept(hold)) !== undefined) await this.#send();
	}

	async #release(): Promise<void> {
		const id = this.#held?.hold.id;
		this.#held = undefined;
		await this.#options.hold.remove();
		if (id !== undefined) await this.#keeper.withKept((kept) => kept.foldUp(id));
	}

	async #releaseIfChanged(hold: Hold): Promise<void> {
		let state: string;
		try {
			state = folderState(this.#folder);
		} catch {
			// A folder that is not there has not been changed by its author.
			return;
		}
		if (state === hold.folderState || !this.#looks.isSettled("folder", state, 100)) return;
		await this.#release();
		this.#options.log(
			"info",
			"The site folder has changed: the revision that was brought back is released",
			{ revisionId: hold.id },
		);
		await this.#readAndSend();
	}

	async #send(): Promise<boolean> {
		const shown = this.#held?.revision ?? this.#revision;
		if (shown === undefined) return false;
		const revision = this.#lost === undefined ? shown : withProblem(shown, this.#lost);
		const folder = this.#held === undefined ? this.#folder : revision.listing.root;
		const heldId = this.#held?.hold.id;
		const { sender } = this.#options;
		const hasChanged = await sender.send(revision, { folder, heldId });
		this.#isSent = true;
		if (sender.sentPages > MANY_PAGES) giveMemoryBack();
		// At once, so that it is kept before its files are others.
		if (hasChanged && this.#held === undefined) this.#keeper.keep(shown, this.#folder);
		return hasChanged;
	}

	#watchFolders(): void {
		const { siteFolder } = this.#options;
		const { root, folders } = this.#revision?.listing ?? { root: this.#folder, folders: [] };
		this.#watch.watch([
			...folders,
			root,
			join(root, ICONS_FOLDER),
			this.#options.revisionsFolder,
			...(siteFolder === undefined ? [] : [siteFolder]),
		]);
	}
}

function isLost(last: LoadedRevision, { listing }: LoadedRevision): boolean {
	const had = last.listing;
	if (had.pagesFolder !== "" && listing.pagesFolder === "") return true;
	return had.pages.length > 0 && listing.pages.length === 0;
}

function withProblem(revision: LoadedRevision, message: string): LoadedRevision {
	return { ...revision, problems: [{ file: ".", message }, ...revision.problems] };
}

function reasonOf(error: unknown): string {
	if (error instanceof Error && "code" in error) return String(error.code);
	return error instanceof Error ? error.message : String(error);
}
