import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

const DIGEST = /^[0-9a-f]{64}$/;

/** Contents of files, each stored once under its hash. Each appears whole or not at all. */
export class KeptContents {
	readonly #folder: string;
	/** Read once: no other process writes here. */
	#digests: Set<string> | undefined;
	/** Folders that are there; asking the disk each time takes half as long as writing a file. */
	readonly #folders = new Set<string>();

	/** @param folder Absolute. */
	constructor(folder: string) {
		this.#folder = folder;
	}

	/** @returns The digests of what is stored. */
	async stored(): Promise<ReadonlySet<string>> {
		this.#digests ??= new Set(await this.#list());
		return this.#digests;
	}

	pathOf(digest: string): string {
		return join(this.#folder, digest.slice(0, 2), digest);
	}

	/** It waits for the disk: asking asynchronously for each of ten thousand files takes ten times as long. */
	put(digest: string, bytes: Buffer): void {
		const path = this.pathOf(digest);
		const unfinished = join(dirname(path), `.${randomUUID()}`);
		try {
			this.#makeFolder(dirname(path));
			writeFileSync(unfinished, bytes, { mode: 0o600 });
			renameSync(unfinished, path);
		} catch (error) {
			rmSync(unfinished, { force: true });
			// One of them may have been removed.
			this.#folders.clear();
			throw error;
		}
		this.#digests?.add(digest);
	}

	async removeExcept(named: ReadonlySet<string>): Promise<void> {
		for (const digest of await this.#list()) {
			if (named.has(digest)) continue;
			this.#digests?.delete(digest);
			await rm(this.pathOf(digest), { force: true });
		}
	}

	#makeFolder(folder: string): void {
		if (this.#folders.has(folder)) return;
		mkdirSync(folder, { recursive: true });
		this.#folders.add(folder);
	}

	async #list(): Promise<readonly string[]> {
		const names = await readdir(this.#folder, { recursive: true }).catch(() => []);
		return names.flatMap((name) => {
			const digest = name.slice(name.lastIndexOf("/") + 1);
			return DIGEST.test(digest) ? [digest] : [];
		});
	}
}
