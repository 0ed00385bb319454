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

/** A file or folder, and when a process used it last. */
export interface SharedEntry {
	readonly name: string;
	/** Milliseconds since the Unix epoch. */
	readonly usedMs: number;
	/** Of a file. */
	readonly bytes: number;
}

/**
 * A folder that several processes share without locks.
 *
 * Each entry appears whole or not at all: processes write a draft, whose name starts with a dot, and
 * rename it. The time of an entry says when it was used last, so that no process removes what
 * another one reads.
 */
export class SharedFolder {
	readonly path: string;
	readonly #now: () => number;

	/** @param path Absolute. The first draft creates it. @param now Milliseconds since the Unix epoch. */
	constructor(path: string, now: () => number) {
		this.path = path;
		this.#now = now;
	}

	pathOf(name: string): string {
		return join(this.path, name);
	}

	/** Runs a function with the path of a draft, and removes what the function leaves there. */
	async withDraft<Result>(work: (draft: string) => Promise<Result>): Promise<Result> {
		return withDraft(this.path, work);
	}

	/** Gives a finished folder its name. The entry of a faster process stays. */
	async publish(draft: string, name: string): Promise<void> {
		await rename(draft, this.pathOf(name)).catch(async (error: unknown) => {
			if (!(await this.markUsed(name))) throw error;
		});
	}

	/** Makes a link lead to an entry. */
	async pointTo(name: string, link: string): Promise<void> {
		await this.withDraft(async (draft) => {
			await symlink(name, draft);
			await rename(draft, this.pathOf(link));
		});
	}

	/** @returns Whether the entry exists. */
	async markUsed(name: string): Promise<boolean> {
		const time = this.#now() / 1000;
		return utimes(this.pathOf(name), time, time).then(
			() => true,
			() => false,
		);
	}

	/** @returns All entries, the last used one first. */
	async list(): Promise<readonly SharedEntry[]> {
		const names = await readdir(this.path).catch(() => []);
		const entries = await Promise.all(
			names.map(async (name) => {
				// Another process may remove it at this moment.
				const status = await stat(this.pathOf(name)).catch(() => undefined);
				return status === undefined ? [] : [{ name, usedMs: status.mtimeMs, bytes: status.size }];
			}),
		);
		return entries.flat().toSorted((one, other) => other.usedMs - one.usedMs);
	}

	/** Removes drafts of processes that have ended, and the entries that are not wanted any more. */
	async removeUnused(forMs: number, isWanted: (name: string) => boolean): Promise<void> {
		for (const { name, usedMs } of await this.list()) {
			if (!isWanted(name) && this.#now() - usedMs > forMs) await this.remove(name);
		}
	}

	async remove(name: string): Promise<void> {
		await rm(this.pathOf(name), { recursive: true, force: true });
	}
}

/** Runs a function with the path of a draft in a folder, and removes what the function leaves there. */
export async function withDraft<Result>(
	folder: string,
	work: (draft: string) => Promise<Result>,
): Promise<Result> {
	await mkdir(folder, { recursive: true });
	const draft = join(folder, `.${randomUUID()}`);
	try {
		return await work(draft);
	} finally {
		await rm(draft, { recursive: true, force: true });
	}
}

/** Replaces a file, so that no process reads half of it. */
export async function replaceFile(
	target: string,
	write: (draft: string) => Promise<void>,
): Promise<void> {
	await withDraft(dirname(target), async (draft) => {
		await write(draft);
		await rename(draft, target);
	});
}

/** The same for a file that must be on the disk, with its name, when this resolves. */
export async function replaceFileDurably(target: string, content: Uint8Array): Promise<void> {
	await replaceFile(target, (draft) => writeFile(draft, content, { mode: 0o600, flush: true }));
	const folder = await open(dirname(target));
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}
