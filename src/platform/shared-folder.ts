import { randomUUID } from "node:crypto";
import {
	mkdir,
	open,
	readdir,
	rename,
	rm,
	stat,
	symlink,
	utimes,
	writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";

/** A file or folder, with its time of last use. */
export interface SharedEntry {
	readonly name: string;
	/** Milliseconds since the Unix epoch. */
	readonly usedMs: number;
	/** Size of a file. */
	readonly bytes: number;
}

/**
 * A folder that several processes share without locks.
 *
 * Each entry appears atomically: a process writes a draft, whose name starts with a dot, and renames it.
 * The modification time of an entry is its time of last use, so that no process removes an entry that
 * another process reads.
 */
export class SharedFolder {
	readonly path: string;
	readonly #now: () => number;
	readonly #mode: number | undefined;

	/**
	 * @param path Absolute. The first draft creates it.
	 * @param now Milliseconds since the Unix epoch.
	 * @param mode Permissions of the folder; absent: as the process creates folders.
	 */
	constructor(path: string, now: () => number, mode?: number) {
		this.path = path;
		this.#now = now;
		this.#mode = mode;
	}

	pathOf(name: string): string {
		return join(this.path, name);
	}

	/** Runs a function with the path of a draft, and removes the draft if it still exists. */
	async withDraft<Result>(work: (draft: string) => Promise<Result>): Promise<Result> {
		return withDraft(this.path, work, this.#mode);
	}

	/** Renames a finished draft. If a faster process has published the entry, that entry stays. */
	async publish(draft: string, name: string): Promise<void> {
		await rename(draft, this.pathOf(name)).catch(async (error: unknown) => {
			if (!(await this.markUsed(name))) throw error;
		});
	}

	/** Points a symbolic link to an entry, atomically. */
	async pointTo(name: string, link: string): Promise<void> {
		await this.withDraft(async (draft) => {
			await symlink(name, draft);
			await rename(draft, this.pathOf(link));
		});
	}

	/** Sets the time of last use to now. @returns Whether the entry exists. */
	async markUsed(name: string): Promise<boolean> {
		const time = this.#now() / 1000;
		return utimes(this.pathOf(name), time, time).then(
			() => true,
			() => false,
		);
	}

	/** @returns All entries, the most recently used first. */
	async list(): Promise<readonly SharedEntry[]> {
		const names = await readdir(this.path).catch(() => []);
		const entries = await Promise.all(
			names.map(async (name) => {
				// Another process may have removed the entry meanwhile.
				const status = await stat(this.pathOf(name)).catch(() => undefined);
				return status === undefined ? [] : [{ name, usedMs: status.mtimeMs, bytes: status.size }];
			}),
		);
		return entries.flat().toSorted((one, other) => other.usedMs - one.usedMs);
	}

	/** Removes unwanted entries, and drafts of ended processes, if unused for `forMs` milliseconds. */
	async removeUnused(forMs: number, isWanted: (name: string) => boolean): Promise<void> {
		for (const { name, usedMs } of await this.list()) {
			if (!isWanted(name) && this.#now() - usedMs > forMs) await this.remove(name);
		}
	}

	async remove(name: string): Promise<void> {
		await rm(this.pathOf(name), { recursive: true, force: true });
	}
}

/** Runs a function with the path of a draft in a folder, and removes the draft if it still exists. */
export async function withDraft<Result>(
	folder: string,
	work: (draft: string) => Promise<Result>,
	mode?: number,
): Promise<Result> {
	await mkdir(folder, { recursive: true, mode });
	const draft = join(folder, `.${randomUUID()}`);
	try {
		return await work(draft);
	} finally {
		await rm(draft, { recursive: true, force: true });
	}
}

/** Replaces a file atomically, so that no process reads a partial file. */
export async function replaceFile(
	target: string,
	write: (draft: string) => Promise<void>,
): Promise<void> {
	await withDraft(dirname(target), async (draft) => {
		await write(draft);
		await rename(draft, target);
	});
}

/** Replaces a file atomically. When this resolves, content and name are on the disk. */
export async function replaceFileDurably(target: string, content: Uint8Array): Promise<void> {
	await replaceFile(target, (draft) => writeFile(draft, content, { mode: 0o600, flush: true }));
	const folder = await open(dirname(target));
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}
