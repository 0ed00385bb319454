import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** What came of reading a file that is not trusted to be one. */
export type FileReading =
	| { readonly kind: "read"; readonly bytes: Buffer; readonly modifiedMs: number }
	| { readonly kind: "absent" }
	| { readonly kind: "refused"; readonly rule: string };

export interface SizeLimit {
	readonly maxBytes: number;
	/** What to do with a larger file: refuse it, which is the default, or read its start. */
	readonly whenLarger?: "refuse" | "cut";
}

/**
 * Reads a file whose path has no symbolic link in its last part.
 *
 * Between the listing of a folder and the reading of its files anything can be put in a
 * file's place. `O_NOFOLLOW` refuses a link that leads out, `O_NONBLOCK` returns at once
 * from a pipe that nobody writes to, and what counts is what was opened, not what was listed.
 */
export async function readRegularFile(path: string, limit: SizeLimit): Promise<FileReading> {
	let handle: FileHandle;
	try {
		handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch (error) {
		if (codeOf(error) === "ENOENT") return { kind: "absent" };
		return { kind: "refused", rule: `cannot be opened (${codeOf(error)})` };
	}
	try {
		return await readOpenFile(handle, limit);
	} catch (error) {
		return { kind: "refused", rule: `cannot be read (${codeOf(error)})` };
	} finally {
		await handle.close();
	}
}

async function readOpenFile(
	handle: FileHandle,
	{ maxBytes, whenLarger = "refuse" }: SizeLimit,
): Promise<FileReading> {
	const status = await handle.stat();
	if (!status.isFile()) return { kind: "refused", rule: "must be a regular file" };
	if (status.size > maxBytes && whenLarger === "refuse") {
		return { kind: "refused", rule: `must not be larger than ${maxBytes} bytes` };
	}
	const bytes = Buffer.allocUnsafe(Math.min(status.size, maxBytes));
	let length = 0;
	// A file that shrinks meanwhile gives fewer bytes; one that grows is read up to its old size.
	while (length < bytes.length) {
		const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
		if (bytesRead === 0) break;
		length += bytesRead;
	}
	return { kind: "read", bytes: bytes.subarray(0, length), modifiedMs: status.mtimeMs };
}

function codeOf(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
