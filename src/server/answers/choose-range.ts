import type { FastifyReply, FastifyRequest } from "fastify";
import { parseByteRange } from "./byte-range.ts";

/** Answers 206 or 416 where a range is asked for, of this very state. */
export function chooseRange(
	headers: FastifyRequest["headers"],
	reply: FastifyReply,
	{ etag, size }: { readonly etag: string; readonly size: number },
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
