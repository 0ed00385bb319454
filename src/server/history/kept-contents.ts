import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

const DIGEST = /^[0-9a-f]{64}$/;

/** A content that no manifest names may be about to be named by one that another process writes. */
const UNNAMED_FOR_MS = 60 * 60_000;

/** A process that names a content has renewed it within this time. */
const RENEWED_FOR_MS = UNNAMED_FOR_MS / 2;

/**
 * Contents of files, each stored once under its hash. Each appears whole or not at all.
 *
 * Any number of processes may share the folder: one that needs a content renews its time, and
 * none removes what was renewed lately.
 */
export class KeptContents {
	readonly #folder: string;
	readonly #now: () => number;
	/** When this process last wrote or renewed a content, in milliseconds, by digest. */
	readonly #renewedAt = new Map<string, number>();
	/** Folders that are there; asking the disk each time takes half as long as writing a file. */
	readonly #folders = new Set<string>();

	/** @param folder Absolute. @param now Milliseconds since the Unix epoch. */
	constructor(folder: string, now: () => number) {
		this.#folder = folder;
		this.#now = now;
	}

	pathOf(digest: string): string {
		return join(this.#folder, digest.slice(0, 2), digest);
	}

	/** @returns Whether it is stored, and stays for as long as it takes to name it. */
	renew(digest: string): boolean {
		const nowMs = this.#now();
		if (nowMs - (this.#renewedAt.get(digest) ?? 0) < RENEWED_FOR_MS) return true;
		try {
			utimesSync(this.pathOf(digest), nowMs / 1000, nowMs / 1000);
		} catch {
			// Not there, nearly always; for any other reason, writing it says more.
			return false;
		}
		this.#renewedAt.set(digest, nowMs);
		return true;
	}

	/** It waits for the disk: asking asynchronously for each of ten thousand files takes ten times as long. */
	put(digest: string, bytes: Buffer): void {
		const path = this.pathOf(digest);
		const unfinished = join(dirname(path), `.${randomUUID()}`);
		const nowMs = this.#now();
		try {
			this.#makeFolder(dirname(path));
			writeFileSync(unfinished, bytes, { mode: 0o600 });
			utimesSync(unfinished, nowMs / 1000, nowMs / 1000);
			renameSync(unfinished, path);
		} catch (error) {
			rmSync(unfinished, { force: true });
			// One of them may have been removed.
			this.#folders.clear();
			throw error;
		}
		this.#renewedAt.set(digest, nowMs);
	}

	async removeExcept(named: ReadonlySet<string>): Promise<void> {
		for (const digest of this.#renewedAt.keys()) {
			if (!named.has(digest)) this.#renewedAt.delete(digest);
		}
		for (const digest of await this.#list()) {
			if (!named.has(digest)) this.#removeIfOld(this.pathOf(digest));
		}
	}

	/** Out of reach first: another process that renews it from now on finds nothing, and writes it. */
	#removeIfOld(path: string): void {
		if (!this.#isOld(path)) return;
		const removed = join(dirname(path), `.${randomUUID()}`);
		try {
			renameSync(path, removed);
		} catch {
			// Another process was faster.
			return;
		}
		if (this.#isOld(removed)) rmSync(removed, { force: true });
		else renameSync(removed, path);
	}

	#isOld(path: string): boolean {
		const status = statSync(path, { throwIfNoEntry: false });
		return status !== undefined && this.#now() - status.mtimeMs > UNNAMED_FOR_MS;
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
