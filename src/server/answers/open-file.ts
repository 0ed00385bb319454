import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readlink, realpath } from "node:fs/promises";
import { fileStamp } from "../content/files/read-regular-file.ts";

/** A file of the site folder exists, but cannot be sent now. */
export class FileUnavailableError extends Error {
	override readonly name: string = "FileUnavailableError";
	readonly statusCode = 503;
}

/** The bytes are from two states of the file. */
export class FileChangedError extends FileUnavailableError {
	override readonly name = "FileChangedError";
}

/** An open file of the site folder; all that is sent comes from its descriptor. */
export type OpenFile = ReturnType<typeof fileOf>;

/**
 * Opens a listed file if it is still the same file.
 *
 * Between the listing of a folder and a request anything can replace a file, or a folder above it: a
 * link elsewhere, a pipe that never ends. So the descriptor itself says where the file is.
 *
 * @param path A path without links.
 * @param slots Opens, reads and closes the file: each waits for the disk.
 * @returns `undefined` when there is no regular file at this very path.
 */
export function openFile(path: string, slots: FileSlots): Promise<OpenFile | undefined> {
	return slots.run(async () => {
		const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
		const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
		if (handle === undefined) return undefined;
		const status = await handle.stat();
		if (status.isFile() && (await pathOf(handle, path)) === path) {
			return fileOf(handle, status, slots);
		}
		await handle.close();
		return undefined;
	});
}

async function pathOf({ fd }: FileHandle, path: string): Promise<string | undefined> {
	try {
		// Replaced since it was opened: what is open is still whole.
		return (await readlink(`/proc/self/fd/${fd}`)).replace(/ \(deleted\)$/, "");
	} catch {
		// No Linux: look along the path instead.
		return realpath(path).catch(() => undefined);
	}
}

function fileOf(handle: FileHandle, status: Stats, slots: FileSlots) {
	const { size, mtimeMs: modifiedMs, ino: inode } = status;
	return {
		...{ size, modifiedMs, inode },
		/** An HTTP date. */
		lastModified: status.mtime.toUTCString(),
		/** Distinguishes the states of a file. */
		stamp: fileStamp(status),
		/** @throws {FileChangedError} When the file has changed since it was opened. */
		read: (start: number, length: number): Promise<Buffer> =>
			slots.run(async () => {
				const bytes = Buffer.allocUnsafe(length);
				let read = 0;
				while (read < length) {
					const { bytesRead } = await handle.read(bytes, read, length - read, start + read);
					if (bytesRead === 0) break;
					read += bytesRead;
				}
				const now = await handle.stat();
				// A renamed or removed file has another inode time, and the same content.
				if (read === length && now.size === size && now.mtimeMs === modifiedMs) return bytes;
				throw new FileChangedError("The file must stay as it is while it is read");
			}),
		[Symbol.dispose]: () => void slots.runLater(() => handle.close()).catch(() => undefined),
	};
}

/** Of the four threads in which Node waits for disks: the others are for pages and assets. */
const SLOTS = 2;

/** A disk that takes longer for one step hangs, as far as a visitor can tell. */
const WAIT_MS = 5_000;

/**
 * Limits how many steps wait for the site folder at a time: a network mount can hang, and a step
 * that waits for it cannot be canceled.
 */
export class FileSlots {
	readonly #waitMs: number;
	/** Each starts a step. */
	readonly #waiting = new Set<() => void>();
	#running = 0;

	constructor(waitMs = WAIT_MS) {
		this.#waitMs = waitMs;
	}

	/** How many steps have not ended. */
	get running(): number {
		return this.#running;
	}

	/**
	 * Runs a step. A file that was opened too late is closed.
	 *
	 * @throws {FileUnavailableError} When the step has not ended in time.
	 */
	async run<Value>(step: () => Promise<Value>): Promise<Value> {
		const [turn, late] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
		let isLate = false;
		const timer = setTimeout(() => {
			isLate = true;
			this.#waiting.delete(turn.resolve);
			late.reject(new FileUnavailableError("The site folder must answer in time"));
		}, this.#waitMs);
		const running = this.#inTurn(turn, async () => {
			const value = await step();
			if (isLate) closeFile(value);
			return value;
		});
		return Promise.race([running, late.promise]).finally(() => clearTimeout(timer));
	}

	/** Runs a step, however late; no visitor waits for it. */
	async runLater(step: () => Promise<void>): Promise<void> {
		await this.#inTurn(Promise.withResolvers(), step);
	}

	async #inTurn<Value>(
		turn: PromiseWithResolvers<void>,
		step: () => Promise<Value>,
	): Promise<Value> {
		if (this.#running < SLOTS) this.#running += 1;
		else {
			this.#waiting.add(turn.resolve);
			await turn.promise;
		}
		try {
			return await step();
		} finally {
			const [next] = this.#waiting;
			if (next === undefined) this.#running -= 1;
			else {
				this.#waiting.delete(next);
				next();
			}
		}
	}
}

function closeFile(value: unknown): void {
	if (Object(value)[Symbol.dispose] !== undefined) (value as Disposable)[Symbol.dispose]();
}
