import { pipeline, Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { SiteFile } from "../content/files/place-files.ts";
import { DOUBTFUL_FOR_MS, SETTLED_AFTER_MS, sharedNowMs } from "../content/files/settling.ts";
import { type Answer, isCodableType } from "./answer.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { acceptedCoding, gzipStream } from "./coding.ts";
import { FileSlots, FileUnavailableError } from "./file-slots.ts";
import { FileChangedError, type OpenFile, openFile } from "./open-file.ts";
import { type ByteRange, sendState } from "./send-state.ts";

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

export function createFileSender(
	cache: AnswerCache,
	slots = new FileSlots({ discard: closeLate }),
): SendFile {
	const sightings = new Map<string, Sighting>();
	const copies = new WeakMap<Answer, Copy>();

	return async (reply, listed) => {
		reply.header("cache-control", "no-cache").type(listed.mediaType);
		for (let look = 0; look < LOOKS; look += 1) {
			const file = await slots.run(() => openFile(listed.absolutePath, slots));
			if (file === undefined) return false;
			if (file.size > WHOLE_BYTES && isSettled(file, listed)) {
				streamFile(reply, file, { mediaType: listed.mediaType, slots });
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
			const identity = await slots.run(() => file.read(0, file.size));
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
function streamFile(
	reply: FastifyReply,
	file: OpenFile,
	{ mediaType, slots }: { readonly mediaType: string; readonly slots: FileSlots },
): void {
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
		const chunks = Readable.from(chunksOf(file, range, slots), { objectMode: false });
		chunks.once("close", () => file[Symbol.dispose]());
		// An error in one stream ends the other, and with it the connection.
		return coding === "identity" ? chunks : pipeline(chunks, gzipStream(), () => undefined);
	});
	if (!isRead) file[Symbol.dispose]();
}

/** Ends with an error, and the connection with it, when the file changes meanwhile. */
async function* chunksOf(
	file: OpenFile,
	{ start, end }: ByteRange,
	slots: FileSlots,
): AsyncGenerator<Buffer> {
	for (let position = start; position <= end; position += CHUNK_BYTES) {
		const length = Math.min(CHUNK_BYTES, end + 1 - position);
		yield await slots.run(() => file.read(position, length));
	}
}

function closeLate(value: unknown): void {
	if (typeof value === "object" && value !== null && Symbol.dispose in value) {
		(value as OpenFile)[Symbol.dispose]();
	}
}
