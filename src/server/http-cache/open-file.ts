import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readlink, realpath } from "node:fs/promises";
import { fileStamp } from "../content/files/read-regular-file.ts";

/** A file of the site folder exists, but cannot be sent now. */
export class FileUnavailableError extends Error {
	override readonly name: string = "FileUnavailableError";
	readonly statusCode = 503;
}

/** Thrown when the file changes while it is read. */
export class FileChangedError extends FileUnavailableError {
	override readonly name = "FileChangedError";
}

/** An open file of the site folder. All content is read from its descriptor. */
export type OpenFile = ReturnType<typeof fileOf>;

/**
 * Opens a listed file if it is still the same file.
 *
 * Between the listing and a request, the file or a parent folder can be replaced: by a link to another
 * place, or by an endless pipe. So the path is read back from the descriptor.
 *
 * @param path A path without symbolic links.
 * @param slots Run the steps that wait for the disk: open, read and close.
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
		// "(deleted)": the file was replaced after it was opened; the open file is still complete.
		return (await readlink(`/proc/self/fd/${fd}`)).replace(/ \(deleted\)$/, "");
	} catch {
		// Not Linux: resolve the path instead.
		return realpath(path).catch(() => undefined);
	}
}

function fileOf(handle: FileHandle, status: Stats, slots: FileSlots) {
	const { size, mtimeMs: modifiedMs, ino: inode } = status;
	return {
		...{ size, modifiedMs, inode },
		/** An HTTP date. */
		lastModified: status.mtime.toUTCString(),
		/** Differs between states of the file. */
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
				// Renaming or removing a file changes its inode time, but not its content.
				if (read === length && now.size === size && now.mtimeMs === modifiedMs) return bytes;
				throw new FileChangedError("The file must not change while it is read");
			}),
		[Symbol.dispose]: (): void => {
			slots.runLater(() => handle.close()).catch(() => undefined);
		},
	};
}

/** Node has four threads for disk access; the other two serve pages and assets. */
const SLOTS = 2;

/** Time-out of a step. A slower disk counts as hung. */
const WAIT_MS = 5_000;

/**
 * Limits the number of concurrent steps on the site folder: a network mount can hang, and a blocked
 * step cannot be canceled.
 */
export class FileSlots {
	readonly #waitMs: number;
	/** Callbacks that start the waiting steps, oldest first. */
	readonly #waiting = new Set<() => void>();
	#running = 0;

	constructor(waitMs = WAIT_MS) {
		this.#waitMs = waitMs;
	}

	/** Number of steps that have not ended. */
	get running(): number {
		return this.#running;
	}

	/**
	 * Runs a step. If the step opens a file after the time-out, the file is closed.
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

	/** Runs a step without a time-out, since no visitor waits for it. */
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
