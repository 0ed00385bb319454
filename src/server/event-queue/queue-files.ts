import { randomBytes, randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { decrypt, encrypt, KEY_BYTES } from "../../platform/encrypt.ts";
import { errorCodeOf } from "../../platform/error-code.ts";
import { replaceFileDurably } from "../../platform/shared-folder.ts";

/** A file of the queue: its name sorts by time of arrival. */
export interface QueueFile {
	readonly name: string;
	/** Id of the process that wrote the file. */
	readonly owner: string;
	readonly bytes: number;
	/** Milliseconds since the Unix epoch. */
	readonly arrivedAt: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A request that arrived just before midnight is on the disk by then. */
const KEY_UNUSED_DAYS = 2;

/** A process renews its lease every few seconds. */
const LEASE_MS = 60_000;

/**
 * Folder of version 1 of the format: `{time}-{owner}-{id}.event`, encrypted with `{day}-{owner}.key`. Every later
 * version reads it. Another format gets a folder of its own, `event-queue-2`, so that a version that does not
 * know the format leaves it alone.
 */
export const QUEUE_FOLDER = "event-queue";

const EVENT_FILE = /^(\d{15})-(\w+)-[\w-]+\.event$/;
const UNFINISHED_FILE = /^\.\d{15}-(\w+)-/;
const KEY_FILE = /^(\d+)-(\w+)\.key$/;
const LEASE_FILE = /^(\w+)\.lease$/;
const UNKNOWN_FILE = /^(?!\.|damaged$|.+\.(?:event|key|lease)$)/;
const DAMAGED = "damaged";

/**
 * Encrypted files in a folder that processes may share. Each process has a key for each day. The key is
 * deleted when no file of that day is left, so that remains of deleted files on the disk cannot be
 * decrypted.
 */
export class QueueFiles {
	readonly #folder: string;
	readonly #owner = randomBytes(8).toString("hex");
	/** Keys of this process by file name; each settles when the key is on the disk. */
	readonly #keys = new Map<string, Promise<Buffer>>();
	#prepared: Promise<void> | undefined;

	/** @param folder Absolute; created on demand. */
	constructor(folder: string) {
		this.#folder = folder;
	}

	/** Writes a file. Resolves when the file and its name are on the disk. */
	async write(content: Uint8Array, arrivedAt: number): Promise<QueueFile> {
		await this.#prepare();
		const encrypted = encrypt(content, await this.#ownKey(arrivedAt));
		const time = String(arrivedAt).padStart(15, "0");
		const name = `${time}-${this.#owner}-${randomUUID()}.event`;
		await replaceFileDurably(join(this.#folder, name), encrypted);
		return { name, owner: this.#owner, bytes: encrypted.length, arrivedAt };
	}

	/** @returns The content, or the reason for its absence: another process has sent it, or it is damaged. */
	async read({ name, owner, arrivedAt }: QueueFile): Promise<Buffer | "gone" | "unreadable"> {
		const encrypted = await readFile(join(this.#folder, name)).catch(() => undefined);
		if (encrypted === undefined) return "gone";
		const keyName = keyNameOf(arrivedAt, owner);
		const key = (await this.#keys.get(keyName)) ?? (await this.#readFile(keyName));
		const content = decryptWith(key, encrypted);
		if (content !== undefined) return content;
		// Another version may have given the key another name.
		for (const name of await readdir(this.#folder)) {
			if (!name.endsWith(".key")) continue;
			const found = decryptWith(await this.#readFile(name), encrypted);
			if (found !== undefined) return found;
		}
		// The file or its key has changed since it was written.
		return "unreadable";
	}

	async remove({ name }: QueueFile): Promise<void> {
		await rm(join(this.#folder, name), { force: true });
	}

	/** Moves a file that cannot be read out of the queue, with a copy of its key. */
	async setAside({ name, owner, arrivedAt }: QueueFile): Promise<void> {
		const keyName = keyNameOf(arrivedAt, owner);
		await mkdir(join(this.#folder, DAMAGED), { recursive: true, mode: 0o700 });
		await rename(join(this.#folder, name), join(this.#folder, DAMAGED, name));
		const key = await this.#readFile(keyName);
		if (key !== undefined)
			await writeFile(join(this.#folder, DAMAGED, keyName), key, { mode: 0o600 });
	}

	/**
	 * Moves the files that were set aside into the queue again, and their keys, unless the queue has them.
	 *
	 * @returns The number of requests.
	 */
	async returnDamaged(): Promise<number> {
		const names = await readdir(join(this.#folder, DAMAGED)).catch(() => []);
		const isEvent = (name: string): boolean => EVENT_FILE.test(name);
		// Keys are first, since a running process reads a request as soon as it is there.
		for (const name of names.toSorted(
			(one, other) => Number(isEvent(one)) - Number(isEvent(other)),
		)) {
			const isKnown = (await this.#readFile(name)) !== undefined;
			if (isKnown) await rm(join(this.#folder, DAMAGED, name));
			else await rename(join(this.#folder, DAMAGED, name), join(this.#folder, name));
		}
		return names.filter(isEvent).length;
	}

	/** Lists folders that a newer version has written, beside that of this version. */
	async newerFolders(): Promise<readonly { readonly name: string; readonly files: number }[]> {
		const parent = dirname(this.#folder);
		const names = await readdir(parent).catch(() => []);
		const start = `${basename(this.#folder)}-`;
		const newer = names.filter(
			(name) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)),
		);
		const sizes = newer.map(async (name) => ({
			name,
			files: (await readdir(join(parent, name)).catch(() => [])).length,
		}));
		return (await Promise.all(sizes)).filter(({ files }) => files > 0);
	}

	/**
	 * Lists the files to send, renews the lease, and removes unused files.
	 *
	 * @returns The files of this process and of ended ones, the oldest first; the number of files that
	 * ended processes left unfinished, whose events were never acknowledged; and the number of files that cannot be
	 * read.
	 */
	async look(now: number) {
		const names = (await readdir(this.#folder).catch(() => [])).toSorted();
		const nothing: readonly QueueFile[] = [];
		if (names.length === 0) return { files: nothing, unfinished: 0, unreadable: 0 };
		await this.renewLease();
		const events = names.flatMap((name) => {
			const [, time, owner] = EVENT_FILE.exec(name) ?? [];
			return owner === undefined ? [] : [{ name, owner, arrivedAt: Number(time) }];
		});
		const hasEnded = await this.#findEnded(names);
		const unfinished = names.filter((name) => hasEnded(UNFINISHED_FILE.exec(name)?.[1]));
		const inUse = new Set(events.map(({ arrivedAt, owner }) => keyNameOf(arrivedAt, owner)));
		const keys = names.filter((name) => this.#isOver(name, { inUse, hasEnded, now }));
		for (const name of [...unfinished, ...keys]) {
			this.#keys.delete(name);
			await rm(join(this.#folder, name), { force: true });
		}
		await this.#repairKeys();
		const files = events.filter(({ owner }) => owner === this.#owner || hasEnded(owner));
		return {
			files: await Promise.all(
				files.map(async (file) => ({ ...file, bytes: await this.#sizeOf(file.name) })),
			),
			unfinished: unfinished.length,
			unreadable:
				names.filter((name) => UNKNOWN_FILE.test(name)).length +
				(await readdir(join(this.#folder, DAMAGED)).catch(() => [])).length,
		};
	}

	/** Shows that this process is alive, so that no other process sends its files. */
	async renewLease(): Promise<void> {
		await writeFile(join(this.#folder, `${this.#owner}.lease`), THIS_PROCESS).catch(() => {
			// The disk may be full: then another process also sends the files, and the service stores them once.
		});
	}

	/** Ends the lease, so that other processes send the files. */
	async endLease(): Promise<void> {
		await rm(join(this.#folder, `${this.#owner}.lease`), { force: true });
	}

	#prepare(): Promise<void> {
		this.#prepared ??= mkdir(this.#folder, { recursive: true, mode: 0o700 })
			.then(() => this.renewLease())
			.catch((error: unknown) => {
				this.#prepared = undefined;
				throw error;
			});
		return this.#prepared;
	}

	#ownKey(arrivedAt: number): Promise<Buffer> {
		const name = keyNameOf(arrivedAt, this.#owner);
		const key = this.#keys.getOrInsertComputed(name, () => this.#makeKey(name));
		key.catch(() => this.#keys.delete(name));
		return key;
	}

	async #makeKey(name: string): Promise<Buffer> {
		const key = randomBytes(KEY_BYTES);
		await replaceFileDurably(join(this.#folder, name), key);
		return key;
	}

	/** Another process must be able to read the requests that this process has acknowledged. */
	async #repairKeys(): Promise<void> {
		for (const [name, making] of this.#keys) {
			const key = await making;
			const onDisk = await this.#readFile(name);
			if (onDisk?.equals(key) !== true) await replaceFileDurably(join(this.#folder, name), key);
		}
	}

	/** Whether a key or a lease is no longer needed. */
	#isOver(
		name: string,
		{ inUse, hasEnded, now }: { inUse: ReadonlySet<string>; hasEnded: HasEnded; now: number },
	): boolean {
		const [, day, owner] = KEY_FILE.exec(name) ?? [];
		if (owner === undefined) return hasEnded(LEASE_FILE.exec(name)?.[1]);
		if (inUse.has(name)) return false;
		return owner === this.#owner ? Number(day) < dayOf(now) - KEY_UNUSED_DAYS : hasEnded(owner);
	}

	/** @returns A function that checks whether the process of an owner has ended. */
	async #findEnded(names: readonly string[]): Promise<HasEnded> {
		const living = new Set([this.#owner]);
		for (const name of names) {
			const [, owner] = LEASE_FILE.exec(name) ?? [];
			if (owner === undefined || owner === this.#owner) continue;
			const lease = await stat(join(this.#folder, name)).catch(() => undefined);
			if (lease === undefined || Date.now() - lease.mtimeMs > LEASE_MS) continue;
			const holder = await this.#readFile(name);
			if (holder !== undefined && mayLive(holder.toString())) living.add(owner);
		}
		return (owner) => owner !== undefined && !living.has(owner);
	}

	/** @returns `undefined` for a file that is missing or cannot be read. */
	async #readFile(name: string): Promise<Buffer | undefined> {
		return readFile(join(this.#folder, name)).catch(() => undefined);
	}

	async #sizeOf(name: string): Promise<number> {
		return (await stat(join(this.#folder, name)).catch(() => undefined))?.size ?? 0;
	}
}

function decryptWith(key: Buffer | undefined, encrypted: Buffer): Buffer | undefined {
	try {
		return key && decrypt(encrypted, key);
	} catch {
		// Another key, or damaged bytes.
		return undefined;
	}
}

type HasEnded = (owner: string | undefined) => boolean;

function keyNameOf(arrivedAt: number, owner: string): string {
	return `${dayOf(arrivedAt)}-${owner}.key`;
}

function dayOf(time: number): number {
	return Math.floor(time / DAY_MS);
}

/** Identifies the machine or container within which process ids are comparable. */
const PLACE = `${hostname()} ${processNamespace()}`;

/** A restarted container has the same process ids. */
const PROCESS_NAME = randomUUID();

const THIS_PROCESS = [PLACE, process.pid, PROCESS_NAME].join("\n");

function processNamespace(): string {
	try {
		return readlinkSync("/proc/self/ns/pid");
	} catch {
		// Not Linux.
		return "";
	}
}

/** A killed process leaves its lease behind. On this machine, its process id shows whether it runs. */
function mayLive(holder: string): boolean {
	const [place, pid, name] = holder.split("\n");
	if (place !== PLACE || name === undefined) return true;
	if (Number(pid) === process.pid) return name === PROCESS_NAME;
	try {
		process.kill(Number(pid), 0);
		return true;
	} catch (error) {
		return errorCodeOf(error) === "EPERM";
	}
}
