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

/** What came of reading a file that is not trusted to be one. */
export type FileReading =
	| {
			readonly kind: "read";
			readonly bytes: Buffer;
			readonly modifiedMs: number;
			/** Of what was read, by `fileStamp()`. */
			readonly stamp: string;
	  }
	| { readonly kind: "absent" }
	| { readonly kind: "refused"; readonly rule: string };

export interface SizeLimit {
	readonly maxBytes: number;
	/** What to do with a larger file: refuse it, which is the default, or read its start. */
	readonly whenLarger?: "refuse" | "cut";
}

/**
 * Reads a file by its real path.
 *
 * Between the listing of a folder and the reading of its files anything can be put in a
 * file's place. `O_NOFOLLOW` refuses a link that leads out, `O_NONBLOCK` returns at once
 * from a pipe without a writer, what was opened must lie where it was listed, and what
 * counts is its own status.
 *
 * It waits for the disk: content is read in a thread that answers no requests.
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

/** Says where an open file really lies: a folder above it may have become a link meanwhile. */
function placeOf(descriptor: number, path: string): string {
	try {
		// Replaced by an editor since we have opened it: what we have is still whole.
		return readlinkSync(`/proc/self/fd/${descriptor}`).replace(/ \(deleted\)$/, "");
	} catch {
		// No Linux: look along the path instead.
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
	// A file that shrinks meanwhile gives fewer bytes; one that grows is read up to its old size.
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
 * Tells one state of a file from another without reading it. The time of the last change
 * of the inode cannot be set, so that tools which restore times or sizes do not deceive.
 */
export function fileStamp({ size, mtimeMs, ctimeMs, ino }: Stats): string {
	return `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What came of taking bytes for text. */
export type TextReading =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "refused"; readonly rule: string };

/** Decodes UTF-8; a byte order mark stays, since only the caller knows whether it means something. */
export function decodeText(bytes: Uint8Array): TextReading {
	if (bytes.includes(0)) return { kind: "refused", rule: "must be text, without NUL characters" };
	try {
		return { kind: "text", text: decoder.decode(bytes) };
	} catch {
		// A TypeError, which says no more than this rule does.
		return { kind: "refused", rule: "must be encoded in UTF-8" };
	}
}
