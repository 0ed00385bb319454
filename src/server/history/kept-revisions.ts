import { createHash, randomUUID } from "node:crypto";
import { constants, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
import { listDrawings } from "../content/files/icons-state.ts";
import { readRegularFile } from "../content/files/read-regular-file.ts";
import type { LoadedRevision } from "../content/load-revision.ts";
import { SITE_CONFIG_FILE } from "../content/parse-site-config.ts";
import { REDIRECTS_FILE } from "../content/route-rules.ts";
import { Turns } from "../live/turns.ts";

/** One revision that can be brought back. */
export interface KeptRevision {
	readonly id: string;
	/** When it was first live, in ISO 8601. */
	readonly keptAt: string;
	readonly pages: number;
	readonly files: number;
	/** Files that were too large to keep. */
	readonly missing: readonly string[];
}

interface Manifest extends Omit<KeptRevision, "files"> {
	readonly files: readonly KeptFile[];
}

/** Path in the site folder, hash of the content, and time in milliseconds. */
type KeptFile = readonly [name: string, digest: string, modifiedMs: number];

/** In the data folder. */
export const REVISIONS_FOLDER = "revisions";

const KEPT_REVISIONS = 20;

/** A larger file is a download; twenty revisions of it would fill a disk. */
const MAX_FILE_BYTES = 20_000_000;

/** Writing ten thousand files takes seconds: visitors who wait for this thread come in between. */
const TURN_MS = 10;

/** The names of manifests sort by time: `20261121T120000000Z-{id}.json`. */
const MANIFEST = /^(\d{8}T\d{9}Z)-([0-9a-f]{16})\.json$/;

const DIGEST = /^[0-9a-f]{64}$/;

const REVISION_ID = /^[0-9a-f]{16}$/;

/**
 * The last revisions of the site folder, as files.
 *
 * Every content is stored once, under its hash, so that a revision costs what has changed.
 * Each file appears whole or not at all.
 */
export class KeptRevisions {
	readonly #folder: string;
	readonly #now: () => number;
	/** Digests of the files that are no pages, by path and stamp: they are read once. */
	#digests = new Map<string, string>();
	#lastKeptId: string | undefined;
	/** Digests of the contents that are there; read once, since nobody else writes here. */
	#stored: Set<string> | undefined;
	/** Folders of contents that are there. */
	readonly #folders = new Set<string>();

	/** @param folder Absolute; outlives the process. @param now Milliseconds since the Unix epoch. */
	constructor(folder: string, now: () => number) {
		this.#folder = folder;
		this.#now = now;
	}

	/** Keeps a revision, unless it is the last one already. @throws {Error} When it cannot be written. */
	async keep(revision: LoadedRevision): Promise<void> {
		if (revision.id === this.#lastKeptId) return;
		const files: KeptFile[] = [];
		const missing: string[] = [];
		this.#stored ??= await this.#storedDigests();
		const turns = new Turns(TURN_MS);
		for (const { file, digest, bytes, modifiedMs } of this.#contents(revision, missing)) {
			if (turns.isOver) await turns.next();
			this.#store(this.#stored, digest, bytes);
			files.push([file, digest, modifiedMs]);
		}
		const keptAt = new Date(this.#now()).toISOString();
		const { id, pages } = revision;
		const manifest: Manifest = { id, keptAt, pages: pages.size, files, missing };
		const name = `${keptAt.replace(/[-:.]/g, "")}-${id}.json`;
		await this.#replace(join(this.#folder, name), JSON.stringify(manifest));
		this.#lastKeptId = id;
		await this.#prune(name);
	}

	/** @returns The newest first. */
	async list(): Promise<readonly KeptRevision[]> {
		const manifests = await Promise.all(
			(await this.#names()).map((name) => this.#readManifest(name)),
		);
		return manifests.flatMap((manifest) =>
			manifest === undefined ? [] : [{ ...manifest, files: manifest.files.length }],
		);
	}

	/**
	 * Writes a kept revision out as a site folder.
	 *
	 * @returns The folder and what is not in it, or `undefined` when the revision is not kept.
	 */
	async unfold(
		id: string,
	): Promise<{ readonly folder: string; readonly missing: readonly string[] } | undefined> {
		if (!REVISION_ID.test(id)) return undefined;
		const name = (await this.#names()).find((candidate) => candidate.endsWith(`-${id}.json`));
		const manifest = name === undefined ? undefined : await this.#readManifest(name);
		if (manifest === undefined) return undefined;
		const folder = join(this.#folder, `shown-${id}`);
		const unfinished = join(this.#folder, `.shown-${randomUUID()}`);
		const missing = [...manifest.missing];
		try {
			await mkdir(unfinished, { recursive: true });
			for (const [file, digest, modifiedMs] of manifest.files) {
				// Changed between being shown and being kept, and never seen again.
				if (!(await exists(this.#pathOf(digest)))) {
					missing.push(file);
					continue;
				}
				const target = join(unfinished, file);
				await mkdir(dirname(target), { recursive: true });
				await copyFile(this.#pathOf(digest), target, constants.COPYFILE_FICLONE);
				const time = new Date(modifiedMs);
				await utimes(target, time, time);
			}
			await rm(folder, { recursive: true, force: true });
			await rename(unfinished, folder);
		} finally {
			await rm(unfinished, { recursive: true, force: true });
		}
		return { folder, missing };
	}

	/** Removes what `unfold()` has written. */
	async foldUp(id: string): Promise<void> {
		await rm(join(this.#folder, `shown-${id}`), { recursive: true, force: true });
	}

	*#contents(revision: LoadedRevision, missing: string[]): Generator<KeptContent> {
		const { listing, settings, readings } = revision;
		const texts = [
			[SITE_CONFIG_FILE, settings.configText],
			[REDIRECTS_FILE, settings.redirectsText],
		] as const;
		for (const [file, text] of texts) {
			if (text === undefined) continue;
			const bytes = Buffer.from(text);
			yield { file, bytes: () => bytes, digest: digestOf(bytes), modifiedMs: this.#now() };
		}
		for (const { file, realPath } of listing.pages) {
			const page = readings.get(file)?.page;
			if (page === undefined) continue;
			const { sourceDigest: digest, modifiedMs } = page;
			// By now the file may say something else: the next revision is about that.
			const bytes = (): Buffer | undefined => withDigest(readAll(realPath), digest);
			yield { file, digest, modifiedMs, bytes };
		}
		const digests = new Map<string, string>();
		for (const listed of [
			...listing.assets,
			...listing.publicFiles,
			...listDrawings(listing.root),
		]) {
			const key = `${listed.file}\n${listed.stamp}`;
			const bytes = (): Buffer | undefined => readAll(listed.realPath);
			const digest = this.#digests.get(key) ?? digestOfMaybe(bytes());
			if (digest === undefined) {
				missing.push(listed.file);
				continue;
			}
			digests.set(key, digest);
			yield { file: listed.file, digest, bytes, modifiedMs: listed.modifiedMs };
		}
		this.#digests = digests;
	}

	/** It waits for the disk: asking asynchronously for each of ten thousand files takes ten times as long. */
	#store(stored: Set<string>, digest: string, read: () => Buffer | undefined): void {
		if (stored.has(digest)) return;
		const bytes = read();
		if (bytes === undefined) return;
		const path = this.#pathOf(digest);
		const unfinished = join(dirname(path), `.${randomUUID()}`);
		try {
			this.#makeFolder(dirname(path));
			writeFileSync(unfinished, bytes, { mode: 0o600 });
			renameSync(unfinished, path);
		} catch (error) {
			rmSync(unfinished, { force: true });
			// Somebody may have removed one.
			this.#folders.clear();
			throw error;
		}
		stored.add(digest);
	}

	/** Asking the disk each time takes half as long as writing the file. */
	#makeFolder(folder: string): void {
		if (this.#folders.has(folder)) return;
		mkdirSync(folder, { recursive: true });
		this.#folders.add(folder);
	}

	async #storedDigests(): Promise<Set<string>> {
		const contents = join(this.#folder, CONTENTS);
		const stored = new Set<string>();
		for (const prefix of await readdir(contents).catch(() => [])) {
			for (const digest of await readdir(join(contents, prefix)).catch(() => [])) {
				if (DIGEST.test(digest)) stored.add(digest);
			}
		}
		return stored;
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

	/** Removes older manifests of the same revision and those above the limit, and then contents that none names. */
	async #prune(newest: string): Promise<void> {
		const names = await this.#names();
		const idOf = (name: string): string | undefined => MANIFEST.exec(name)?.[2];
		const repeated = names.filter((name) => name !== newest && idOf(name) === idOf(newest));
		const surplus = names.filter((name) => !repeated.includes(name)).slice(KEPT_REVISIONS);
		for (const name of [...repeated, ...surplus]) {
			await rm(join(this.#folder, name), { force: true });
		}
		if (surplus.length > 0) await this.#removeUnnamed();
	}

	async #removeUnnamed(): Promise<void> {
		const named = new Set<string>();
		for (const name of await this.#names()) {
			const manifest = await this.#readManifest(name);
			for (const [, digest] of manifest?.files ?? []) named.add(digest);
		}
		const contents = join(this.#folder, CONTENTS);
		for (const prefix of await readdir(contents).catch(() => [])) {
			for (const digest of await readdir(join(contents, prefix)).catch(() => [])) {
				if (named.has(digest)) continue;
				this.#stored?.delete(digest);
				await rm(join(contents, prefix, digest), { force: true });
			}
		}
	}

	#pathOf(digest: string): string {
		return join(this.#folder, CONTENTS, digest.slice(0, 2), digest);
	}
}

const CONTENTS = "contents";

interface KeptContent {
	readonly file: string;
	readonly digest: string;
	readonly modifiedMs: number;
	/** @returns `undefined` when it cannot be read any more. */
	readonly bytes: () => Buffer | undefined;
}

function digestOf(bytes: Buffer): string {
	return createHash("sha256").update(bytes).digest("hex");
}

function digestOfMaybe(bytes: Buffer | undefined): string | undefined {
	return bytes === undefined ? undefined : digestOf(bytes);
}

function withDigest(bytes: Buffer | undefined, digest: string): Buffer | undefined {
	return digestOfMaybe(bytes) === digest ? bytes : undefined;
}

function readAll(realPath: string): Buffer | undefined {
	const reading = readRegularFile(realPath, { maxBytes: MAX_FILE_BYTES });
	return reading.kind === "read" ? reading.bytes : undefined;
}

async function exists(path: string): Promise<boolean> {
	return (await stat(path).catch(() => undefined)) !== undefined;
}
