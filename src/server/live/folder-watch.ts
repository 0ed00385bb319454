import { type FSWatcher, statSync, watch } from "node:fs";

/**
 * Tells that something has happened in any of many folders, and not what: the
 * folders are listed anew. So nothing is lost when the system joins, reorders or drops events.
 */
export class FolderWatch {
	readonly #onChange: () => void;
	readonly #onFailure: (error: unknown) => void;
	/** By path. */
	readonly #watchers = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>();
	#hasFailed = false;

	/** @param onFailure Told once when folders cannot be watched, such as too many of them. */
	constructor(onChange: () => void, onFailure: (error: unknown) => void) {
		this.#onChange = onChange;
		this.#onFailure = onFailure;
	}

	/** Watches these folders and no others. @param folders Absolute. */
	watch(folders: Iterable<string>): void {
		const wanted = new Set(folders);
		for (const path of this.#watchers.keys()) if (!wanted.has(path)) this.#forget(path);
		for (const path of wanted) this.#add(path);
	}

	close(): void {
		for (const path of this.#watchers.keys()) this.#forget(path);
	}

	#add(path: string): void {
		const inode = inodeOf(path);
		// Another folder under the same name: the old one's events are of no interest.
		if (this.#watchers.get(path)?.inode !== inode) this.#forget(path);
		if (inode === undefined || this.#watchers.has(path)) return;
		try {
			const watcher = watch(path, { persistent: false }, this.#onChange);
			watcher.on("error", () => this.#forget(path));
			this.#watchers.set(path, { inode, watcher });
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
		return statSync(path).ino;
	} catch {
		// Gone, or not ours to look at: there is nothing to watch.
		return undefined;
	}
}
