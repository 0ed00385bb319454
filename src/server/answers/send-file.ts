import { pipeline, Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { SiteFile } from "../content/files/place-files.ts";
import { DOUBTFUL_FOR_MS, SETTLED_AFTER_MS, sharedNowMs } from "../content/files/settling.ts";
import { isFileNotModified } from "../http/conditional.ts";
import { type Answer, isCodableType } from "./answer.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { acceptedCoding, type Coding, gzipStream } from "./coding.ts";
import {
	FileChangedError,
	FileSlots,
	FileUnavailableError,
	type OpenFile,
	openFile,
} from "./open-file.ts";

/** Begins to send a file of the site folder. @returns Whether it is still there. */
export type SendFile = (reply: FastifyReply, file: SiteFile) => Promise<boolean>;

/** A file up to this size is read whole before it is sent. */
const WHOLE_BYTES = 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;

/** A file without a whole copy cannot be sent if it is written for longer. */
const LOOKS = 20;

/** One state of a file, and since when it has been so. */
interface Sighting {
	readonly stamp: string;
	readonly sinceMs: number;
}

/** The content of a file at one time. */
interface Copy extends Pick<OpenFile, "stamp" | "lastModified" | "size" | "inode"> {
	readonly answer: Answer;
}

/** Names the copy of a file in the cache. */
export function fileKey({ absolutePath }: SiteFile): string {
	return `file:${absolutePath}`;
}

export function createFileSender(cache: AnswerCache, slots = new FileSlots()): SendFile {
	const sightings = new Map<string, Sighting>();
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
		throw new FileUnavailableError("The file must settle before it is sent");
	};

	/** @returns `undefined` to look again soon: a program is writing the file, or has just done so. */
	async function copyOf(file: OpenFile, listed: SiteFile): Promise<Copy | undefined> {
		const key = fileKey(listed);
		const cached = cache.find(key);
		const copy = cached && copies.get(cached);
		if (copy?.stamp === file.stamp) return copy;
		// A file that is written anew in its place begins empty, and grows.
		const isCutOff = copy !== undefined && file.size < copy.size && file.inode === copy.inode;
		if (file.size > WHOLE_BYTES || !isSettled(file, listed, isCutOff)) {
			// Its author has saved it, and wants to see that.
			return isListed(file, listed) && !isCutOff ? undefined : copy;
		}
		try {
			const identity = await file.read(0, file.size);
			const parts = { body: { identity }, mediaType: listed.mediaType };
			const answer = cache.replace({ key, isLasting: true }, parts);
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
	 * What was listed a while ago and is still the same has settled. Time stamps are compared with
	 * each other and never with our clock: they may be another machine's.
	 */
	function isSettled(file: OpenFile, listed: SiteFile, isCutOff = false): boolean {
		const { stamp } = file;
		const forMs = isCutOff ? DOUBTFUL_FOR_MS : SETTLED_AFTER_MS;
		const nowMs = sharedNowMs();
		if (!isCutOff && isListed(file, listed) && nowMs - listed.seenMs >= forMs) return true;
		const seen = sightings.get(listed.absolutePath);
		if (seen?.stamp === stamp) return nowMs - seen.sinceMs >= forMs;
		sightings.set(listed.absolutePath, { stamp, sinceMs: nowMs });
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

/** Sends a file that is too large to be read before. Its state names it, not its content. */
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
		// An empty stream leaves the length of what GET would send.
		if (method === "HEAD") return Readable.from([]);
		isRead = true;
		// Clients leave in the middle of downloads all the time, which is no one's fault.
		reply.raw.once("close", () => {
			if (!reply.raw.writableFinished) log.debug("A download was broken off");
		});
		const chunks = Readable.from(chunksOf(file, range), { objectMode: false });
		chunks.once("close", () => file[Symbol.dispose]());
		// An error in one stream ends the other, and with it the connection.
		return coding === "identity" ? chunks : pipeline(chunks, gzipStream(), () => undefined);
	});
	if (!isRead) file[Symbol.dispose]();
}

/** Ends with an error, and the connection with it, when the file changes meanwhile. */
async function* chunksOf(file: OpenFile, { start, end }: ByteRange): AsyncGenerator<Buffer> {
	for (let position = start; position <= end; position += CHUNK_BYTES) {
		yield await file.read(position, Math.min(CHUNK_BYTES, end + 1 - position));
	}
}

/** One state of a file, as one client gets it. */
interface FileState {
	readonly etag: string;
	/** An HTTP date. */
	readonly lastModified: string;
	/** In bytes, without a coding. */
	readonly size: number;
	/** Whether clients that accept other codings get other bytes. */
	readonly isCodable: boolean;
	readonly coding: Coding;
}

/** Both ends are included. */
interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/**
 * Sends a file, a part of it, or the answer that the client has it.
 *
 * @param bodyOf Called unless the answer has no body; a coded body is always whole.
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
	if (isFileNotModified(headers, { etag, lastModified })) return void reply.code(304).send();
	if (coding !== "identity") {
		return void reply.header("content-encoding", coding).send(bodyOf(whole));
	}
	reply.header("accept-ranges", "bytes");
	const ifRange = headers["if-range"];
	// RFC 9110, section 13.1.5: a weak validator does not match.
	const isSame = ifRange === undefined || (ifRange === etag && !ifRange.startsWith("W/"));
	const range = isSame ? parseByteRange(headers.range, size) : undefined;
	if (range === "unsatisfiable") {
		return void reply.code(416).header("content-range", `bytes */${size}`).send();
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
