import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SETTLED_AFTER_MS } from "../content/files/settling.ts";
import type { SiteFile } from "../content/files/site-file.ts";
import { isNotModified } from "../http/conditional.ts";
import type { Answer } from "./answer.ts";
import type { AnswerCache } from "./answer-cache.ts";
import { parseByteRange } from "./byte-range.ts";
import { FileSlots } from "./file-slots.ts";
import { FileChangedError, type OpenFile, openFile } from "./open-file.ts";

/** Sends a file of the site folder. @returns `undefined` when it is not there any more. */
export type SendFile = (
	request: FastifyRequest,
	reply: FastifyReply,
	file: SiteFile,
) => Promise<FastifyReply | undefined>;

/** A file up to this size is read whole, so that what is sent of it is one state. */
const WHOLE_BYTES = 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;

/** A file that is written for longer is sent as it is. */
const LOOKS = 20;

/** One state of a file, and since when it has been so. */
interface Sighting {
	readonly stamp: string;
	readonly sinceMs: number;
}

export function createFileSender(
	cache: AnswerCache,
	slots = new FileSlots({ discard: closeLate }),
): SendFile {
	const sightings = new Map<string, Sighting>();
	const copies = new WeakMap<Answer, string>();

	return async (request, reply, listed) => {
		reply.header("cache-control", "no-cache").type(listed.mediaType);
		for (let look = 0; look < LOOKS; look += 1) {
			const file = await slots.run(() => openFile(listed.absolutePath));
			if (file === undefined) return undefined;
			if (file.size > WHOLE_BYTES) return sendStream(request, reply, file, slots);
			await using opened = file;
			const copy = await copyOf(opened, listed, look === LOOKS - 1);
			if (copy !== undefined) return await sendCopy(request, reply, copy);
			await setTimeout(SETTLED_AFTER_MS);
		}
		return undefined;
	};

	/** @returns `undefined` while it is being written and there is no copy from before. */
	async function copyOf(
		file: OpenFile,
		listed: SiteFile,
		isLast: boolean,
	): Promise<Answer | undefined> {
		const key = `file:${listed.absolutePath}`;
		const kept = cache.find(key);
		if (kept !== undefined && copies.get(kept) === file.stamp) return kept;
		if (!isLast && !isSettled(file, listed)) return kept;
		try {
			const identity = await slots.run(() => file.read(0, file.size));
			const parts = { bodies: { identity }, mediaType: listed.mediaType };
			const made = cache.replace({ key, isLasting: true }, parts);
			copies.set(made, file.stamp);
			return made;
		} catch (error) {
			if (error instanceof FileChangedError) return kept;
			throw error;
		}
	}

	/** Time stamps are compared with each other and never with our clock: they may be another machine's. */
	function isSettled({ stamp, size, modifiedMs }: OpenFile, listed: SiteFile): boolean {
		const path = listed.absolutePath;
		if (size === listed.size && modifiedMs === listed.modifiedMs) {
			sightings.delete(path);
			return true;
		}
		const nowMs = performance.now();
		const seen = sightings.get(path);
		if (seen?.stamp !== stamp) sightings.set(path, { stamp, sinceMs: nowMs });
		return seen?.stamp === stamp && nowMs - seen.sinceMs >= SETTLED_AFTER_MS;
	}
}

async function sendCopy(
	{ headers }: FastifyRequest,
	reply: FastifyReply,
	copy: Answer,
): Promise<FastifyReply> {
	reply.header("etag", copy.etag);
	if (copy.isCodable) reply.header("vary", "accept-encoding");
	if (copy.isKnownTo(headers)) return reply.code(304).send();
	const coding = copy.codingFor(headers);
	const body = await copy.body(coding);
	if (coding !== "identity") return reply.header("content-encoding", coding).send(body);
	const range = rangeOf(headers, reply, copy.etag ?? "", body.length);
	if (range === "unsatisfiable") return reply.send();
	return reply.send(range === undefined ? body : body.subarray(range.start, range.end + 1));
}

/** Its state names it, since it is not read before it is sent. */
async function sendStream(
	{ headers, method }: FastifyRequest,
	reply: FastifyReply,
	file: OpenFile,
	slots: FileSlots,
): Promise<FastifyReply> {
	const etag = `"${Buffer.from(file.stamp).toString("base64url")}"`;
	reply.header("etag", etag);
	const isKnown = isNotModified(headers["if-none-match"], etag);
	const range = isKnown ? undefined : rangeOf(headers, reply, etag, file.size);
	const { start, end } =
		range === undefined || range === "unsatisfiable" ? { start: 0, end: file.size - 1 } : range;
	if (isKnown) reply.code(304);
	else if (range !== "unsatisfiable") reply.header("content-length", end + 1 - start);
	if (isKnown || range === "unsatisfiable" || method === "HEAD") {
		await file[Symbol.asyncDispose]();
		// An empty stream leaves the length of what GET would send.
		return method === "HEAD" && !isKnown ? reply.send(Readable.from([])) : reply.send();
	}
	return reply.send(Readable.from(chunksOf(file, slots, start, end), { objectMode: false }));
}

/** Ends with an error, and the connection with it, when the file changes under it. */
async function* chunksOf(
	file: OpenFile,
	slots: FileSlots,
	start: number,
	end: number,
): AsyncGenerator<Buffer> {
	await using opened = file;
	for (let position = start; position <= end; position += CHUNK_BYTES) {
		const length = Math.min(CHUNK_BYTES, end + 1 - position);
		yield await slots.run(() => opened.read(position, length));
	}
}

/** Answers 206 or 416 where a range is asked for, of this very state. */
function rangeOf(
	headers: FastifyRequest["headers"],
	reply: FastifyReply,
	etag: string,
	size: number,
): ReturnType<typeof parseByteRange> {
	reply.header("accept-ranges", "bytes");
	const ifRange = headers["if-range"];
	// RFC 9110, section 13.1.5: a weak validator does not do.
	if (ifRange !== undefined && (ifRange !== etag || ifRange.startsWith("W/"))) return undefined;
	const range = parseByteRange(headers.range, size);
	if (range === "unsatisfiable") reply.code(416).header("content-range", `bytes */${size}`);
	else if (range !== undefined) {
		reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
	}
	return range;
}

function closeLate(value: unknown): void {
	if (typeof value === "object" && value !== null && Symbol.asyncDispose in value) {
		void (value as OpenFile)[Symbol.asyncDispose]();
	}
}
