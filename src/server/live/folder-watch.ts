import { type FSWatcher, statSync, watch } from "node:fs";

/**
 * Tells in which of many folders something has happened, and not what: the folder is listed
 * anew. So nothing is lost when the system joins or reorders events.
 */
export class FolderWatch {
	readonly #onChange: (folder: string) => void;
	readonly #onFailure: (error: unknown) => void;
	/** By path. */
	readonly #watchers = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>();
	#hasFailed = false;

	/**
	 * @param onChange Told of a folder that is watched from now on as well: something may have
	 * happened in it before.
	 * @param onFailure Told once when folders cannot be watched, such as too many of them.
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

	close(): void {
		for (const path of this.#watchers.keys()) this.#forget(path);
	}

	#add(path: string): void {
		const inode = inodeOf(path);
		// Another folder under the same name: the old one's events are of no interest.
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
		// Not ours to look at: there is nothing to watch.
		return undefined;
	}
}
