import { existsSync } from "node:fs";
import type { Settling } from "../content/files/settling.ts";
import type { LoadedRevision } from "../content/loaded-revision.ts";
import { folderState } from "./folder-state.ts";
import { ACCEPTED, type Hold, type HoldFile } from "./hold-file.ts";
import type { RevisionKeeper } from "./revision-keeper.ts";

export interface HeldRevisionOptions {
	readonly file: HoldFile;
	readonly keeper: RevisionKeeper;
	/** Reads a folder that a kept revision was written out to. */
	readonly read: (folder: string) => Promise<LoadedRevision>;
	readonly settling: Settling;
	/** Told when the site folder has changed and is shown again. */
	readonly onRelease: (revisionId: string) => void;
}

/** A kept revision that is shown in the place of the site folder. */
export interface ShownRevision {
	readonly revision: LoadedRevision;
	readonly folder: string;
	readonly heldId: string;
}

/**
 * The kept revision that the operator has brought back, until the site folder changes.
 *
 * The command only writes a file in the data folder: it needs no connection to the running
 * process, and a process that starts later follows it as well.
 */
export class HeldRevision {
	readonly #options: HeldRevisionOptions;
	#shown: ShownRevision | undefined;

	constructor(options: HeldRevisionOptions) {
		this.#options = options;
	}

	get shown(): ShownRevision | undefined {
		return this.#shown;
	}

	/** Does what the file says now, and lets go when the site folder has changed since. */
	async follow(siteFolder: string): Promise<void> {
		const hold = await this.#options.file.read();
		if (hold === undefined) return this.#release();
		if (hold.id === ACCEPTED && !hasChanged(hold, siteFolder)) return this.#release();
		if (hasChanged(hold, siteFolder)) return this.#releaseSettled(hold, siteFolder);
		if (hold.id !== this.#shown?.heldId) await this.#show(hold);
	}

	/** Whether the operator has said that the site folder is meant as it is. */
	async isAccepted(siteFolder: string): Promise<boolean> {
		const hold = await this.#options.file.read();
		return hold?.id === ACCEPTED && existsSync(siteFolder) && !hasChanged(hold, siteFolder);
	}

	async #show({ id }: Hold): Promise<void> {
		await this.#release();
		const folder = await this.#options.keeper.withKept((kept) => kept.unfold(id));
		if (folder === undefined) return;
		this.#shown = { revision: await this.#options.read(folder), folder, heldId: id };
	}

	/** A folder is not changed while its author is in the middle of it. */
	async #releaseSettled({ id }: Hold, siteFolder: string): Promise<void> {
		const { file, settling, onRelease } = this.#options;
		if (!settling.isSettled("folder", folderState(siteFolder), CHANGED_AFTER_MS)) return;
		await file.remove();
		if (this.#shown !== undefined) onRelease(id);
		await this.#release();
	}

	async #release(): Promise<void> {
		const id = this.#shown?.heldId;
		this.#shown = undefined;
		if (id !== undefined) await this.#options.keeper.withKept((kept) => kept.foldUp(id));
	}
}

const CHANGED_AFTER_MS = 100;

function hasChanged(hold: Hold, siteFolder: string): boolean {
	try {
		return hold.folderState !== folderState(siteFolder);
	} catch {
		// A folder that is not there has not been changed by its author.
		return false;
	}
}
