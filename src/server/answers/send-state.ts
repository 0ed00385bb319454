import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { isFileNotModified } from "../http/conditional.ts";
import type { Coding } from "./coding.ts";

/** One state of a file, as one client gets it. */
export interface FileState {
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
export interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/**
 * Sends a file, a part of it, or the answer that the client has it.
 *
 * @param bodyOf Called unless the answer has no body; a coded body is always whole.
 */
export function sendState(
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
