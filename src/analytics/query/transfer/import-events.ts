import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { importAnswer } from "../../wire/dashboard/transfer.ts";
import { type ApiRoute, defineRoute } from "../api/define-route.ts";
import { refused } from "../api/refused.ts";
import type { ApiContext } from "../api-context.ts";
import { IMPORT_FORMATS, type ImportFormat } from "./import-formats.ts";
import { importLines } from "./import-lines.ts";

/** Takes back what an export gave, and what other services export. */
export function importRoutes(options: ApiContext): readonly ApiRoute[] {
	return IMPORT_FORMATS.map((format) => importRoute(format, options));
}

function importRoute(
	{ name, summary, mediaType, schema, query, notes, read }: ImportFormat,
	options: ApiContext,
): ApiRoute {
	return defineRoute(`POST /api/v1/import/${name}`, {
		summary,
		query: query ?? NO_PARAMETERS,
		streamsBody: true,
		body: { description: summary, mediaType, schema },
		answer: { description: "What became of the lines", schema: importAnswer },
		refusals: {
			415: "The body has a content coding",
			503: "The disk is full; what came before is stored",
		},
		handle: async ({ request, query: parameters }) => {
			if (request.headers["content-encoding"] !== undefined) return refused(415, PLAIN_NEEDED);
			try {
				return await importLines(bodyOf(request), read(parameters), { ...options, notes });
			} catch (error) {
				if (!isBrokenOff(error)) throw error;
				return refused(400, BROKEN_OFF);
			}
		},
	});
}

const NO_PARAMETERS = z.object({});
const PLAIN_NEEDED = "The body must be sent as it is, without a content coding";
const BROKEN_OFF = "The body ended before it was complete";

/** Node's word for a sender who is gone. */
function isBrokenOff(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

/**
 * The body is a stream, or absent. The stream is not
 * destroyed with the loop over it: a refusal must still be sent.
 */
function bodyOf({ body }: FastifyRequest): AsyncIterable<Uint8Array> {
	return body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : Readable.from([]);
}
