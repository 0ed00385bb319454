import {
	closeSync,
	constants,
	fstatSync,
	openSync,
	readlinkSync,
	readSync,
	realpathSync,
	type Stats,
} from "node:fs";
import { errorCodeOf } from "../../../platform/error-code.ts";

/** Result of reading a path that may not be a regular file. */
export type FileReading =
	| {
			readonly kind: "read";
			readonly bytes: Buffer;
			readonly modifiedMs: number;
			/** `fileStamp()` of the state that was read. */
			readonly stamp: string;
	  }
	| { readonly kind: "absent" }
	| { readonly kind: "refused"; readonly rule: string };

export interface SizeLimit {
	readonly maxBytes: number;
	/** Handling of a larger file: refuse it (default), or read its start. */
	readonly whenLarger?: "refuse" | "cut";
}

/**
 * Reads a file by its real path.
 *
 * Anything can replace a file between the listing of its folder and this read. `O_NOFOLLOW` refuses a
 * link, and `O_NONBLOCK` returns at once from a pipe without a writer. The real path of the open file
 * must be the listed one, and the status of the open file decides.
 *
 * Blocks on the disk: call it in a thread that answers no requests.
 */
export function readRegularFile(path: string, limit: SizeLimit): FileReading {
	let descriptor: number;
	try {
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch (error) {
		if (errorCodeOf(error) === "ENOENT") return { kind: "absent" };
		return { kind: "refused", rule: `cannot be opened (${errorCodeOf(error)})` };
	}
	try {
		if (placeOf(descriptor, path) !== path) {
			return { kind: "refused", rule: "must not be moved while it is read" };
		}
		return readOpenFile(descriptor, limit);
	} catch (error) {
		return { kind: "refused", rule: `cannot be read (${errorCodeOf(error)})` };
	} finally {
		closeSync(descriptor);
	}
}

/** Returns the real path of an open file: a folder above it may have become a link meanwhile. */
function placeOf(descriptor: number, path: string): string {
	try {
		// An editor has replaced the file since it was opened. The open file is still complete.
		return readlinkSync(`/proc/self/fd/${descriptor}`).replace(/ \(deleted\)$/, "");
	} catch {
		// Not Linux: resolve the path instead.
		return realpathSync(path);
	}
}

function readOpenFile(
	descriptor: number,
	{ maxBytes, whenLarger = "refuse" }: SizeLimit,
): FileReading {
	const status = fstatSync(descriptor);
	if (!status.isFile()) return { kind: "refused", rule: "must be a regular file" };
	if (status.size > maxBytes && whenLarger === "refuse") {
		return { kind: "refused", rule: `must not be larger than ${maxBytes} bytes` };
	}
	const bytes = Buffer.allocUnsafe(Math.min(status.size, maxBytes));
	let length = 0;
	// A file that shrinks meanwhile returns fewer bytes. A file that grows is read up to its old size.
	while (length < bytes.length) {
		const bytesRead = readSync(descriptor, bytes, length, bytes.length - length, length);
		if (bytesRead === 0) break;
		length += bytesRead;
	}
	return {
		kind: "read",
		bytes: bytes.subarray(0, length),
		modifiedMs: status.mtimeMs,
		stamp: fileStamp(status),
	};
}

/**
 * Identifies a state of a file without reading it. Tools that restore times or sizes cannot hide a
 * change, because programs cannot set the change time of an inode.
 */
export function fileStamp({ size, mtimeMs, ctimeMs, ino }: Stats): string {
	return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Result of decoding bytes as text. */
export type TextReading =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "refused"; readonly rule: string };

/** Decodes UTF-8. A byte order mark stays, because only the caller knows its meaning. */
export function decodeText(bytes: Uint8Array): TextReading {
	if (bytes.includes(0)) return { kind: "refused", rule: "must be text, without NUL characters" };
	try {
		return { kind: "text", text: decoder.decode(bytes) };
	} catch {
		// The TypeError has no more information than this rule.
		return { kind: "refused", rule: "must be encoded in UTF-8" };
	}
}
