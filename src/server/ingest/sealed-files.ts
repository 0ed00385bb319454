import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import {
	link,
	mkdir,
	open,
	readdir,
	readFile,
	rename,
	rm,
	stat,
	writeFile,
} from "node:fs/promises";
import { join } from "node:path";

/** A file of the queue: its name sorts by time of arrival. */
export interface SealedFile {
	readonly name: string;
	/** The process that wrote it. */
	readonly owner: string;
	readonly bytes: number;
	/** Milliseconds since the Unix epoch. */
	readonly arrivedAt: number;
}

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Of days that no event in the queue can be from. */
const KEYS_KEPT_DAYS = 2;
const EVENT_FILE = /^(\d{15})-(\w+)-[\w-]+\.event$/;
/** A process that lives shows it every few seconds. */
const LEASE_MS = 60_000;
const KEY_FILE = /^(\d+)\.key$/;

/**
 * Files that are encrypted with a key of their day, in a folder that processes may share. Keys
 * are destroyed two days later, like the salts of the analytics service, so that nothing of an
 * event can be read from what a disk remembers.
 */
export class SealedFiles {
	readonly #folder: string;
	readonly #owner = randomBytes(8).toString("hex");
	readonly #keys = new Map<number, Buffer>();

	/** @param folder Absolute; made when it is needed. */
	constructor(folder: string) {
		this.#folder = folder;
	}

	/** Writes a file that is on the disk, with its name, when this resolves. */
	async write(content: Uint8Array, arrivedAt: number): Promise<SealedFile> {
		await mkdir(this.#folder, { recursive: true, mode: 0o700 });
		const sealed = seal(content, await this.#keyOf(arrivedAt));
		const time = String(arrivedAt).padStart(15, "0");
		const name = `${time}-${this.#owner}-${randomUUID()}.event`;
		await this.#writeDurably(name, sealed);
		return { name, owner: this.#owner, bytes: sealed.length, arrivedAt };
	}

	/** @returns The content, or why there is none: another process has taken it, or it is damaged. */
	async read({ name, arrivedAt }: SealedFile): Promise<Buffer | "gone" | "unreadable"> {
		const sealed = await readFile(join(this.#folder, name)).catch(() => undefined);
		if (sealed === undefined) return "gone";
		try {
			return unseal(sealed, await this.#keyOf(arrivedAt));
		} catch {
			// What is there is not what was written.
			return "unreadable";
		}
	}

	/** @returns The files of this process, and of those that have ended; the oldest first. */
	async list(): Promise<readonly SealedFile[]> {
		const names = await readdir(this.#folder).catch(() => []);
		const files = names.toSorted().flatMap((name) => {
			const [, time, owner] = EVENT_FILE.exec(name) ?? [];
			return owner === undefined ? [] : [{ name, owner, arrivedAt: Number(time) }];
		});
		const living = await this.#livingOthers(new Set(files.map(({ owner }) => owner)));
		const left = files.filter(({ owner }) => !living.has(owner));
		return await Promise.all(
			left.map(async (file) => ({ ...file, bytes: await this.#sizeOf(file.name) })),
		);
	}

	/** Says that this process lives, so that no other takes over its files. */
	async renewLease(): Promise<void> {
		const isThere = await stat(this.#folder).catch(() => undefined);
		if (isThere !== undefined) await writeFile(this.#leaseOf(this.#owner), "");
	}

	/** Leaves what there is to the other processes. */
	async endLease(): Promise<void> {
		await rm(this.#leaseOf(this.#owner), { force: true });
	}

	async #livingOthers(owners: ReadonlySet<string>): Promise<ReadonlySet<string>> {
		const living = new Set<string>();
		for (const owner of owners) {
			if (owner === this.#owner) continue;
			const lease = await stat(this.#leaseOf(owner)).catch(() => undefined);
			if (lease !== undefined && Date.now() - lease.mtimeMs < LEASE_MS) living.add(owner);
		}
		return living;
	}

	#leaseOf(owner: string): string {
		return join(this.#folder, `${owner}.lease`);
	}

	async remove({ name }: SealedFile): Promise<void> {
		await rm(join(this.#folder, name), { force: true });
	}

	/** Destroys the keys of days that are over, and leases with them. */
	async removeOldKeys(now: number): Promise<void> {
		const names = await readdir(this.#folder).catch(() => []);
		for (const name of names) {
			if (name.endsWith(".lease")) await this.#removeOldLease(name);
			const [, day] = KEY_FILE.exec(name) ?? [];
			if (day === undefined || Number(day) > dayOf(now) - KEYS_KEPT_DAYS) continue;
			this.#keys.delete(Number(day));
			await rm(join(this.#folder, name), { force: true });
		}
	}

	async #removeOldLease(name: string): Promise<void> {
		const file = join(this.#folder, name);
		const lease = await stat(file).catch(() => undefined);
		if (lease !== undefined && Date.now() - lease.mtimeMs > LEASE_MS)
			await rm(file, { force: true });
	}

	async #sizeOf(name: string): Promise<number> {
		return (await stat(join(this.#folder, name)).catch(() => undefined))?.size ?? 0;
	}

	/** Processes that share the folder find the same key: the first one that names its file decides. */
	async #keyOf(time: number): Promise<Buffer> {
		const day = dayOf(time);
		const known = this.#keys.get(day);
		if (known !== undefined) return known;
		const file = join(this.#folder, `${day}.key`);
		const key = (await readKey(file)) ?? (await this.#makeKey(file));
		this.#keys.set(day, key);
		return key;
	}

	async #makeKey(file: string): Promise<Buffer> {
		const draft = join(this.#folder, `.${randomUUID()}`);
		try {
			await writeAndSync(draft, randomBytes(KEY_BYTES));
			await link(draft, file);
		} catch (error) {
			if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
		} finally {
			await rm(draft, { force: true });
		}
		return await readFile(file);
	}

	async #writeDurably(name: string, content: Uint8Array): Promise<void> {
		const draft = join(this.#folder, `.${name}`);
		try {
			await writeAndSync(draft, content);
			await rename(draft, join(this.#folder, name));
			await syncFolder(this.#folder);
		} catch (error) {
			await rm(draft, { force: true });
			throw error;
		}
	}
}

function dayOf(time: number): number {
	return Math.floor(time / DAY_MS);
}

async function readKey(file: string): Promise<Buffer | undefined> {
	const key = await readFile(file).catch(() => undefined);
	return key?.length === KEY_BYTES ? key : undefined;
}

function seal(content: Uint8Array, key: Buffer): Buffer {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv(CIPHER, key, nonce);
	const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
	return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws {Error} When it is not what was sealed with this key. */
function unseal(sealed: Buffer, key: Buffer): Buffer {
	const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
	decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
	const content = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
	return Buffer.concat([content, decipher.final()]);
}

async function writeAndSync(file: string, content: Uint8Array): Promise<void> {
	const handle = await open(file, "wx", 0o600);
	try {
		await handle.writeFile(content);
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** A new name is on the disk when its folder is. */
async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
