import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readlink, realpath } from "node:fs/promises";
import { fileStamp } from "../content/files/read-regular-file.ts";
import { type FileSlots, FileUnavailableError } from "./file-slots.ts";

/** An open file of the site folder; all that is sent comes from its descriptor. */
export type OpenFile = ReturnType<typeof fileOf>;

/** The bytes are from two states of the file. */
export class FileChangedError extends FileUnavailableError {
	override readonly name = "FileChangedError";
}

/**
 * Opens a listed file if it is still the same file.
 *
 * Between the listing of a folder and a request anything can replace a file, or a folder above it: a
 * link elsewhere, a pipe that never ends. So the descriptor itself says where the file is.
 *
 * @param path A path without links.
 * @param slots Closes the file, which waits for the disk as well.
 * @returns `undefined` when there is no regular file at this very path.
 */
export async function openFile(
	path: string,
	slots: Pick<FileSlots, "runLater">,
): Promise<OpenFile | undefined> {
	const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
	const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
	if (handle === undefined) return undefined;
	const status = await handle.stat();
	if (status.isFile() && (await pathOf(handle, path)) === path) {
		return fileOf(handle, status, slots);
	}
	await handle.close();
	return undefined;
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

function fileOf(handle: FileHandle, status: Stats, slots: Pick<FileSlots, "runLater">) {
	const { size, mtimeMs: modifiedMs, ino: inode } = status;
	return {
		...{ size, modifiedMs, inode },
		/** An HTTP date. */
		lastModified: status.mtime.toUTCString(),
		/** Distinguishes the states of a file. */
		stamp: fileStamp(status),
		/** @throws {FileChangedError} When the file has changed since it was opened. */
		async read(start: number, length: number): Promise<Buffer> {
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
		},
		[Symbol.dispose]: () => void slots.runLater(() => handle.close()).catch(() => undefined),
	};
}
