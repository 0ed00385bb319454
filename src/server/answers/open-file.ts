import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readlink, realpath } from "node:fs/promises";
import { fileStamp } from "../content/files/read-regular-file.ts";
import { type FileSlots, FileUnavailableError } from "./file-slots.ts";

/** A file of the site folder that is open; all that is sent comes from its descriptor. */
export interface OpenFile extends Disposable {
	readonly size: number;
	/** Milliseconds since the Unix epoch. */
	readonly modifiedMs: number;
	/** The same as an HTTP date. */
	readonly lastModified: string;
	/** Another one for each file that comes under the same name. */
	readonly inode: number;
	/** Tells one state of the file from another. */
	readonly stamp: string;
	/** @throws {FileChangedError} When the file is not what it was when it was opened. */
	readonly read: (start: number, length: number) => Promise<Buffer>;
}

/** What was read is part of one state and part of another. */
export class FileChangedError extends FileUnavailableError {
	override readonly name = "FileChangedError";
}

/**
 * Opens a file that was listed, if it is still what it was.
 *
 * Between the listing of a folder and a request anything can be put in the place of a file, or of a
 * folder above it: a link elsewhere, a pipe that never ends. So what was opened says where it lies.
 *
 * @param path A path without links.
 * @param slots Where it is closed: that waits for the disk as well.
 * @returns `undefined` when there is no regular file at this very place.
 */
export async function openFile(
	path: string,
	slots: Pick<FileSlots, "runLater">,
): Promise<OpenFile | undefined> {
	const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
	const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
	if (handle === undefined) return undefined;
	const status = await handle.stat();
	if (status.isFile() && (await placeOf(handle, path)) === path)
		return fileOf(handle, status, slots);
	await handle.close();
	return undefined;
}

async function placeOf({ fd }: FileHandle, path: string): Promise<string | undefined> {
	try {
		// Replaced since it was opened: what is open is still whole.
		return (await readlink(`/proc/self/fd/${fd}`)).replace(/ \(deleted\)$/, "");
	} catch {
		// No Linux: look along the path instead.
		return realpath(path).catch(() => undefined);
	}
}

function fileOf(handle: FileHandle, status: Stats, slots: Pick<FileSlots, "runLater">): OpenFile {
	const stamp = fileStamp(status);
	return {
		size: status.size,
		modifiedMs: status.mtimeMs,
		inode: status.ino,
		lastModified: status.mtime.toUTCString(),
		stamp,
		async read(start, length) {
			const bytes = Buffer.allocUnsafe(length);
			let read = 0;
			while (read < length) {
				const { bytesRead } = await handle.read(bytes, read, length - read, start + read);
				if (bytesRead === 0) break;
				read += bytesRead;
			}
			if (read === length && contentStamp(await handle.stat()) === contentStamp(status))
				return bytes;
			throw new FileChangedError("The file must stay as it is while it is read");
		},
		[Symbol.dispose]: () => void slots.runLater(() => handle.close()).catch(() => undefined),
	};
}

/** A new name, or none any more, changes the inode and not what is in the file. */
function contentStamp({ size, mtimeMs }: Stats): string {
	return `${size} ${mtimeMs}`;
}
