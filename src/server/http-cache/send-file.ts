import { pipeline, Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { SiteFile } from "../content/files/place-files.ts";
import {
	DOUBTFUL_FOR_MS,
	SETTLED_AFTER_MS,
	sharedNowMs,
} from "../content/files/stability-tracker.ts";
import { isFileNotModified } from "../http/conditional.ts";
import { type Answer, isCodableType } from "./answer.ts";
import { acceptedCoding, type Coding, gzipStream } from "./coding.ts";
import {
	FileChangedError,
	FileSlots,
	FileUnavailableError,
	type OpenFile,
	openFile,
} from "./open-file.ts";
import type { ResponseCache } from "./response-cache.ts";

/** Starts to send a file of the site folder. @returns Whether the file still exists. */
export type SendFile = (reply: FastifyReply, file: SiteFile) => Promise<boolean>;

/** Files up to this size are read completely before they are sent, and cached. */
export const WHOLE_BYTES = 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;

/** Number of checks, after which the request for a changing file without a cached copy fails. */
const LOOKS = 20;

/** A state of a file, and the time of its first observation. */
interface SeenStamp {
	readonly stamp: string;
	readonly sinceMs: number;
}

/** A copy of a file's content in the answer cache. */
interface Copy extends Pick<OpenFile, "stamp" | "lastModified" | "size" | "inode"> {
	readonly answer: Answer;
}

/** Returns the cache key of a file's copy. */
export function fileKey({ absolutePath }: SiteFile): string {
	return `file:${absolutePath}`;
}

export function createFileSender(cache: ResponseCache, slots = new FileSlots()): SendFile {
	const seenStamps = new Map<string, SeenStamp>();
	const copies = new WeakMap<Answer, Copy>();

	return async (reply, listed) => {
		reply.header("cache-control", "no-cache").type(listed.mediaType);
		for (let look = 0; look < LOOKS; look += 1) {
			const file = await openFile(listed.absolutePath, slots);
			if (file === undefined) return false;
			if (file.size > WHOLE_BYTES && isSettled(file, listed)) {
				streamFile(reply, file, listed.mediaType);
				return true;
			}
			using opened = file;
			const copy = await copyOf(opened, listed);
			if (copy !== undefined) {
				await sendCopy(reply, copy);
				return true;
			}
			await setTimeout(SETTLED_AFTER_MS);
		}
		throw new FileUnavailableError("The file must not change while it is sent");
	};

	/** @returns `undefined` if the caller must retry soon: the file is being written, or was just written. */
	async function copyOf(file: OpenFile, listed: SiteFile): Promise<Copy | undefined> {
		const key = fileKey(listed);
		const cached = cache.find(key);
		const copy = cached && copies.get(cached);
		if (copy?.stamp === file.stamp) return copy;
		// A program that rewrites a file in place truncates it first.
		const isCutOff = copy !== undefined && file.size < copy.size && file.inode === copy.inode;
		if (file.size > WHOLE_BYTES || !isSettled(file, listed, isCutOff)) {
			// The listed state is the author's last save: wait for it instead of sending an old copy.
			return isListed(file, listed) && !isCutOff ? undefined : copy;
		}
		try {
			const identity = await file.read(0, file.size);
			const parts = { body: { identity }, mediaType: listed.mediaType };
			const answer = cache.replace({ key, survivesRevision: true }, parts);
			const { stamp, lastModified, size, inode } = file;
			const made = { answer, stamp, lastModified, size, inode };
			copies.set(answer, made);
			return made;
		} catch (error) {
			if (error instanceof FileChangedError) return copy;
			throw error;
		}
	}

	/**
	 * A listed state that is old enough and unchanged has settled. Time stamps are compared with each
	 * other and never with this machine's clock: another machine may have written them.
	 */
	function isSettled(file: OpenFile, listed: SiteFile, isCutOff = false): boolean {
		const { stamp } = file;
		const forMs = isCutOff ? DOUBTFUL_FOR_MS : SETTLED_AFTER_MS;
		const nowMs = sharedNowMs();
		if (!isCutOff && isListed(file, listed) && nowMs - listed.seenMs >= forMs) return true;
		const seen = seenStamps.get(listed.absolutePath);
		if (seen?.stamp === stamp) return nowMs - seen.sinceMs >= forMs;
		seenStamps.set(listed.absolutePath, { stamp, sinceMs: nowMs });
		return false;
	}
}

function isListed(file: OpenFile, { size, modifiedMs }: SiteFile): boolean {
	return file.size === size && file.modifiedMs === modifiedMs;
}

async function sendCopy(reply: FastifyReply, { answer, lastModified, size }: Copy): Promise<void> {
	const { etag = "", isCodable } = answer;
	const coding = answer.codingFor(reply.request.headers);
	const body = await answer.body(coding);
	sendState(reply, { etag, lastModified, size, isCodable, coding }, ({ start, end }) =>
		coding === "identity" ? body.subarray(start, end + 1) : body,
	);
}

/** Streams a file that is too large to read at once. Its ETag depends on its state, not on its content. */
function streamFile(reply: FastifyReply, file: OpenFile, mediaType: string): void {
	const { headers, method, log } = reply.request;
	const { size, lastModified, stamp } = file;
	const isCodable = isCodableType(mediaType);
	const isWhole = headers.range === undefined;
	// Brotli would need much memory for each download.
	const coding =
		isCodable && isWhole ? acceptedCoding(headers["accept-encoding"], ["gzip"]) : "identity";
	const tag = `"${Buffer.from(stamp).toString("base64url")}"`;
	const etag = coding === "identity" ? tag : `W/${tag}`;
	let isRead = false;
	sendState(reply, { etag, lastModified, size, isCodable, coding }, (range) => {
		// With an empty stream, the response still has the content-length of GET.
		if (method === "HEAD") return Readable.from([]);
		isRead = true;
		// Clients often abort downloads; this is not an error.
		reply.raw.once("close", () => {
			if (!reply.raw.writableFinished) log.debug("A download was aborted");
		});
		const chunks = Readable.from(chunksOf(file, range), { objectMode: false });
		chunks.once("close", () => file[Symbol.dispose]());
		// An error in one stream closes the other, and the connection.
		return coding === "identity" ? chunks : pipeline(chunks, gzipStream(), () => undefined);
	});
	if (!isRead) file[Symbol.dispose]();
}

/** Reads a range in chunks. Throws when the file changes meanwhile, which closes the connection. */
async function* chunksOf(file: OpenFile, { start, end }: ByteRange): AsyncGenerator<Buffer> {
	for (let position = start; position <= end; position += CHUNK_BYTES) {
		yield await file.read(position, Math.min(CHUNK_BYTES, end + 1 - position));
	}
}

/** Validators and size of a file's state, and the coding for one client. */
interface FileState {
	readonly etag: string;
	/** An HTTP date. */
	readonly lastModified: string;
	/** In bytes, uncompressed. */
	readonly size: number;
	/** Whether clients that accept other codings get other bytes. */
	readonly isCodable: boolean;
	readonly coding: Coding;
}

/** Byte offsets; both ends are inclusive. */
interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/**
 * Sends a file, a range of it, or 304.
 *
 * @param bodyOf Called only if the response has a body. A coded body is always complete.
 */
function sendState(
	reply: FastifyReply,
	{ etag, lastModified, size, isCodable, coding }: FileState,
	bodyOf: (range: ByteRange) => Buffer | Readable,
): void {
	const { headers } = reply.request;
	const whole = { start: 0, end: size - 1 };
	reply.header("etag", etag).header("last-modified", lastModified);
	if (isCodable) reply.header("vary", "accept-encoding");
	if (isFileNotModified(headers, { etag, lastModified })) {
		reply.code(304).send();
		return;
	}
	if (coding !== "identity") {
		reply.header("content-encoding", coding).send(bodyOf(whole));
		return;
	}
	reply.header("accept-ranges", "bytes");
	const ifRange = headers["if-range"];
	// RFC 9110, section 13.1.5: a weak validator does not match.
	const isSame = ifRange === undefined || (ifRange === etag && !ifRange.startsWith("W/"));
	const range = isSame ? parseByteRange(headers.range, size) : undefined;
	if (range === "unsatisfiable") {
		reply.code(416).header("content-range", `bytes */${size}`).send();
		return;
	}
	const { start, end } = range ?? whole;
	if (range !== undefined) reply.code(206).header("content-range", `bytes ${start}-${end}/${size}`);
	reply.header("content-length", end + 1 - start).send(bodyOf({ start, end }));
}

/**
 * Reads `Range`. Ignores a list of ranges, which no media player sends.
 *
 * @returns `undefined` for the whole file, `unsatisfiable` for a range after its end.
 * @see RFC 9110, section 14.2
 */
export function parseByteRange(
	header: string | undefined,
	size: number,
): ByteRange | "unsatisfiable" | undefined {
	const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
	if (first === "" && last === "") return undefined;
	if (first === "") {
		const length = Math.min(Number(last), size);
		return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
	}
	const start = Number(first);
	const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
	if (last !== "" && Number(last) < start) return undefined;
	return start >= size ? "unsatisfiable" : { start, end };
}
