import type { FastifyReply, FastifyRequest } from "fastify";

/** Both ends are included. */
export interface ByteRange {
	readonly start: number;
	readonly end: number;
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

/** Sets status and headers for the range that the client asks for. @returns The range to send. */
export function chooseRange(
	headers: FastifyRequest["headers"],
	reply: FastifyReply,
	{ etag, size }: { readonly etag: string; readonly size: number },
): ReturnType<typeof parseByteRange> {
	reply.header("accept-ranges", "bytes");
	const ifRange = headers["if-range"];
	// RFC 9110, section 13.1.5: a weak validator does not match.
	if (ifRange !== undefined && (ifRange !== etag || ifRange.startsWith("W/"))) return undefined;
	const range = parseByteRange(headers.range, size);
	if (range === "unsatisfiable") reply.code(416).header("content-range", `bytes */${size}`);
	else if (range !== undefined) {
		reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
	}
	return range;
}
