import type { FastifyRequest } from "fastify";
import { type DecodedBody, decodeBody, MAX_DECODED_BYTES } from "../wire/decode-body.ts";
import { nodeCodec } from "./node-codec.ts";
import { queryValue } from "./query-value.ts";

/** Decodes a body of any form; the service hands bodies on as they arrive. */
export function decodeRequest(
	request: FastifyRequest,
	maxJsonBytes: number = MAX_DECODED_BYTES,
): DecodedBody {
	return decodeBody(
		{
			body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
			contentType: request.headers["content-type"],
			contentEncoding: request.headers["content-encoding"],
			query: {
				data: queryValue(request, "data"),
				compression: queryValue(request, "compression"),
			},
			maxJsonBytes,
		},
		nodeCodec,
	);
}
