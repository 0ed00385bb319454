import { pipeline, Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { StreamPiece } from "../../shared/page/document-source.ts";
import { startReply } from "../http/start-reply.ts";
import { acceptedCoding, flushingGzip } from "./coding.ts";

/** Gzip only: it needs little memory for each stream. */
const STREAM_CODINGS = ["gzip"] as const;

/** An answer that is sent while promises settle. */
export interface StreamedAnswer {
	readonly mediaType: string;
	readonly status?: number | undefined;
	readonly start: string;
	readonly rest: ReadableStream<StreamPiece>;
	/** Called with the stack of each error; the answer continues. */
	readonly onError: (stack: string) => void;
}

/** Sends each piece of an answer as soon as it exists. No cache stores it. */
export function sendStream(
	reply: FastifyReply,
	{ mediaType, status = 200, start, rest, onError }: StreamedAnswer,
): FastifyReply {
	reply
		.code(status)
		.type(mediaType)
		.header("cache-control", "no-store")
		.header("vary", "accept, accept-encoding");
	const texts = Readable.from(textsOf(), { objectMode: false });
	const coding = acceptedCoding(reply.request.headers["accept-encoding"], STREAM_CODINGS);
	if (coding !== "identity") reply.header("content-encoding", coding);
	const codings = coding === "identity" ? [] : [flushingGzip()];
	pipeline([texts, ...codings, startReply(reply)], (error) => {
		// A client that leaves is no failure.
		if (error && error.code !== "ERR_STREAM_PREMATURE_CLOSE") onError(error.stack ?? error.message);
	});
	return reply;

	async function* textsOf(): AsyncGenerator<string> {
		yield start;
		for await (const piece of rest) {
			if ("text" in piece) yield piece.text;
			else onError(piece.error);
		}
	}
}
