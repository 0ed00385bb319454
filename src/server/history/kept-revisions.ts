import { randomUUID } from "node:crypto";
import { constants, existsSync } from "node:fs";
import {
	copyFile,
	mkdir,
	readdir,
	readFile,
	rename,
	rm,
	stat,
	utimes,
	writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { LoadedRevision } from "../content/loaded-revision.ts";
import { commitOf } from "../git/commit-times.ts";
import { KeptContents } from "./kept-contents.ts";
import { RevisionFiles } from "./revision-files.ts";

/** One revision that can be brought back. */
export interface KeptRevision {
	readonly id: string;
	/** When it was first live, in ISO 8601. */
	readonly keptAt: string;
	readonly pages: number;
	readonly files: number;
	/** Files that were too large to keep. */
	readonly missing: readonly string[];
	/** Absent in what older versions have kept, which could also be the embedded site. */
	readonly isOwnSite?: true;
	/** The commit that it was, where the site folder comes from git. */
	readonly commit?: string;
}

interface Manifest extends Omit<KeptRevision, "files"> {
	readonly files: readonly KeptFile[];
}

/** Path in the site folder, hash of the content, and time in milliseconds. */
type KeptFile = readonly [name: string, digest: string, modifiedMs: number];

/** In the data folder. */
export const REVISIONS_FOLDER = "revisions";

const KEPT_REVISIONS = 20;

/** Writing so many files takes a few milliseconds. */
const FILES_AT_ONCE = 50;

/** The names of manifests sort by time: `20261121T120000000Z-{id}.json`. */
const MANIFEST = /^(\d{8}T\d{9}Z)-([0-9a-f]{16})\.json$/;

const REVISION_ID = /^[0-9a-f]{16}$/;

/** Written out, or about to be; `last-good` by older versions. */
const SHOWN = /^(?:\.?shown-|last-good$)/;

/** Processes that show a revision let go of it within seconds of each other. */
const SHOWN_FOR_MS = 60 * 60_000;

/**
 * The last revisions of the site folder, as files.
 *
 * Every content is stored once, under its hash, so that a revision costs what has changed.
 * Each file appears whole or not at all. Any number of processes may keep theirs in one folder.
 */
export class KeptRevisions {
	readonly #folder: string;
	readonly #now: () => number;
	readonly #contents: KeptContents;
	readonly #files = new RevisionFiles();
	#lastKeptId: string | undefined;

	/** @param folder Absolute; outlives the process. @param now Milliseconds since the Unix epoch. */
	constructor(folder: string, now: () => number) {
		this.#folder = folder;
		this.#now = now;
		this.#contents = new KeptContents(join(folder, "contents"), now);
	}

	/** Keeps a revision, unless it is the last one already. @throws {Error} When it cannot be written. */
	async keep(revision: LoadedRevision): Promise<void> {
		if (revision.id === this.#lastKeptId) return;
		const { id, pages } = revision;
		const nowMs = this.#now();
		const keptAt = new Date(nowMs).toISOString();
		const kept = await this.#keepFiles(revision, nowMs);
		const commit = commitOf(revision.listing.root);
		const manifest: Manifest = {
			...{ id, keptAt, pages: pages.size, ...kept, isOwnSite: true },
			...(commit === undefined ? {} : { commit }),
		};
		const name = `${keptAt.replace(/[-:.]/g, "")}-${id}.json`;
		await this.#replace(join(this.#folder, name), JSON.stringify(manifest));
		this.#lastKeptId = id;
		await this.#prune(name);
	}

	/** @returns The newest first. */
	async list(): Promise<readonly KeptRevision[]> {
		const names = await this.#names();
		const manifests = await Promise.all(names.map((name) => this.#readManifest(name)));
		return manifests.flatMap((manifest) =>
			manifest === undefined ? [] : [{ ...manifest, files: manifest.files.length }],
		);
	}

	/** Writes the newest revision out that has pages. @returns The folder, or `undefined` without one. */
	async unfoldLastGood(): Promise<string | undefined> {
		const last = (await this.list()).find(({ isOwnSite, pages }) => isOwnSite && pages > 0);
		return last === undefined ? undefined : this.unfold(last.id);
	}

	/**
	 * Writes a kept revision out as a site folder, which other processes may use as well.
	 *
	 * @returns The folder, absolute, or `undefined` when the revision is not kept.
	 */
	async unfold(id: string): Promise<string | undefined> {
		const name = (await this.#names()).find((candidate) => candidate.endsWith(`-${id}.json`));
		const manifest = name === undefined ? undefined : await this.#readManifest(name);
		if (manifest === undefined || !REVISION_ID.test(id)) return undefined;
		const folder = join(this.#folder, shownFolder(id));
		// It appeared whole, and from now on it is in use again.
		if (await this.#renewFolder(folder)) return folder;
		const unfinished = join(this.#folder, `.shown-${randomUUID()}`);
		try {
			await mkdir(unfinished, { recursive: true });
			for (const file of manifest.files) await this.#unfoldFile(unfinished, file);
			await rename(unfinished, folder).catch((error: unknown) => {
				// Another process was faster.
				if (!existsSync(folder)) throw error;
			});
		} finally {
			await rm(unfinished, { recursive: true, force: true });
		}
		return folder;
	}

	/** Says that this process uses no longer what `unfold()` has written; it goes when none has used it for a while. */
	async foldUp(id: string): Promise<void> {
		await this.#renewFolder(join(this.#folder, shownFolder(id)));
	}

	async #renewFolder(folder: string): Promise<boolean> {
		const time = this.#now() / 1000;
		return utimes(folder, time, time).then(
			() => true,
			() => false,
		);
	}

	async #keepFiles(
		revision: LoadedRevision,
		nowMs: number,
	): Promise<Pick<Manifest, "files" | "missing">> {
		const files: KeptFile[] = [];
		const missing: string[] = [];
		for (const { file, digest, modifiedMs, bytes } of this.#files.list(revision, nowMs)) {
			if (files.length % FILES_AT_ONCE === 0) await setImmediate();
			if (digest === undefined) {
				missing.push(file);
				continue;
			}
			const content = this.#contents.renew(digest) ? undefined : bytes();
			if (content !== undefined) this.#contents.put(digest, content);
			files.push([file, digest, modifiedMs]);
		}
		return { files, missing };
	}

	async #unfoldFile(folder: string, [file, digest, modifiedMs]: KeptFile): Promise<void> {
		const target = join(folder, file);
		await mkdir(dirname(target), { recursive: true });
		try {
			await copyFile(this.#contents.pathOf(digest), target, constants.COPYFILE_FICLONE);
		} catch (error) {
			// One that changed between being shown and being kept was never seen again.
			if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
			throw error;
		}
		const time = new Date(modifiedMs);
		await utimes(target, time, time);
	}

	async #replace(path: string, content: string): Promise<void> {
		const unfinished = join(dirname(path), `.${randomUUID()}`);
		try {
			await mkdir(dirname(path), { recursive: true });
			await writeFile(unfinished, content, { mode: 0o600 });
			await rename(unfinished, path);
		} finally {
			await rm(unfinished, { force: true });
		}
	}

	/** @returns The names of manifests, the newest first. */
	async #names(): Promise<readonly string[]> {
		const names = await readdir(this.#folder).catch(() => []);
		return names
			.filter((name) => MANIFEST.test(name))
			.toSorted()
			.toReversed();
	}

	/** @returns `undefined` for what cannot be read: it cannot be brought back either. */
	async #readManifest(name: string): Promise<Manifest | undefined> {
		try {
			// Written by `keep()`, into a folder that is ours alone.
			return JSON.parse(await readFile(join(this.#folder, name), "utf8")) as Manifest;
		} catch {
			return undefined;
		}
	}

	/**
	 * Removes older manifests of the same revision and those above the limit, and then what none
	 * names. All processes judge by the names alone, so that none removes what another keeps.
	 */
	async #prune(newest: string): Promise<void> {
		const names = await this.#names();
		const idOf = (name: string): string | undefined => MANIFEST.exec(name)?.[2];
		const [, ...repeated] = names.filter((name) => idOf(name) === idOf(newest));
		const surplus = names.filter((name) => !repeated.includes(name)).slice(KEPT_REVISIONS);
		for (const name of [...repeated, ...surplus]) {
			await rm(join(this.#folder, name), { force: true });
		}
		await this.#removeShown();
		if (surplus.length > 0) await this.#removeUnnamed();
	}

	/** What was written out, and is shown by no process any more. */
	async #removeShown(): Promise<void> {
		for (const name of await readdir(this.#folder)) {
			if (!SHOWN.test(name)) continue;
			const folder = join(this.#folder, name);
			const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: this.#now() }));
			if (this.#now() - mtimeMs > SHOWN_FOR_MS) await rm(folder, { recursive: true, force: true });
		}
	}

	async #removeUnnamed(): Promise<void> {
		const named = new Set<string>();
		for (const name of await this.#names()) {
			const manifest = await this.#readManifest(name);
			for (const [, digest] of manifest?.files ?? []) named.add(digest);
		}
		await this.#contents.removeExcept(named);
	}
}

function shownFolder(id: string): string {
	return `shown-${id}`;
}
