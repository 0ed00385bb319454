import { pipeline, Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SiteFile } from "../content/files/place-files.ts";
import { isFileNotModified } from "../http/conditional.ts";
import { isCodableType } from "./answer.ts";
import { type ByteRange, chooseRange } from "./byte-range.ts";
import { gzipStream, takesGzip } from "./coding.ts";
import type { FileSlots } from "./file-slots.ts";
import type { OpenFile } from "./open-file.ts";

/** A file that is too large to be read before it is sent. */
export interface StreamedFile {
	readonly file: OpenFile;
	readonly listed: SiteFile;
	readonly slots: FileSlots;
}

const CHUNK_BYTES = 256 * 1024;

/** Its state names it, since it is not read before it is sent. */
export function streamFile(
	request: FastifyRequest,
	reply: FastifyReply,
	streamed: StreamedFile,
): void {
	const { headers, method } = request;
	const { file, listed } = streamed;
	const { lastModified } = file;
	const isCodable = isCodableType(listed.mediaType);
	const isCoded = isCodable && headers.range === undefined && takesGzip(headers["accept-encoding"]);
	const tag = `"${Buffer.from(file.stamp).toString("base64url")}"`;
	const etag = isCoded ? `W/${tag}` : tag;
	reply.header("etag", etag).header("last-modified", lastModified);
	if (isCodable) reply.header("vary", "accept-encoding");
	const isKnown = isFileNotModified(headers, { etag, lastModified });
	const range = isKnown ? undefined : sendHead(request, reply, { etag, isCoded, size: file.size });
	if (isKnown || range === undefined || method === "HEAD") {
		file[Symbol.dispose]();
		if (isKnown) return void reply.code(304).send();
		// An empty stream leaves the length of what GET would send.
		return void (method === "HEAD" ? reply.send(Readable.from([])) : reply.send());
	}
	noteBreak(request, reply);
	const chunks = Readable.from(chunksOf(streamed, range), { objectMode: false });
	// What fails in one of them ends the other, and with it the connection.
	reply.send(isCoded ? pipeline(chunks, gzipStream(), () => undefined) : chunks);
}

/** @returns What to send of it; `undefined` for nothing. */
function sendHead(
	{ headers }: FastifyRequest,
	reply: FastifyReply,
	{
		etag,
		isCoded,
		size,
	}: { readonly etag: string; readonly isCoded: boolean; readonly size: number },
): ByteRange | undefined {
	const whole = { start: 0, end: size - 1 };
	if (isCoded) {
		reply.header("content-encoding", "gzip");
		return whole;
	}
	const range = chooseRange(headers, reply, { etag, size });
	if (range === "unsatisfiable") return undefined;
	const { start, end } = range ?? whole;
	reply.header("content-length", end + 1 - start);
	return { start, end };
}

/** Ends with an error, and the connection with it, when the file changes under it. */
async function* chunksOf(
	{ file, slots }: StreamedFile,
	{ start, end }: ByteRange,
): AsyncGenerator<Buffer> {
	using opened = file;
	for (let position = start; position <= end; position += CHUNK_BYTES) {
		const length = Math.min(CHUNK_BYTES, end + 1 - position);
		yield await slots.run(() => opened.read(position, length));
	}
}

/** Clients leave in the middle of downloads all the time, which is no one's fault. */
function noteBreak({ log }: FastifyRequest, { raw }: FastifyReply): void {
	raw.once("close", () => {
		if (!raw.writableFinished) log.debug("A download was broken off");
	});
}
