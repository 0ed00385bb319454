import type { FastifyReply, FastifyRequest } from "fastify";
import type { PagePayload } from "../../shared/page/payload.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { type CompletePayload, codeFailure } from "../pages/code-pages.ts";
import type { SentRequest } from "../pages/code-runner.ts";
import type { PageRequest } from "../pages/page-sources.ts";

/** Completes a page by the code of the site folder; what the code throws is logged. */
export async function completePayload(
	{ request }: FastifyReply,
	payload: PagePayload,
	page: PageRequest,
): Promise<CompletePayload> {
	const { revision, pages } = request.view;
	const url = urlPath(revision().config.public.basePath, page.path) + page.query;
	try {
		return await pages.code.complete(payload, page, sentRequest(request, url));
	} catch (error) {
		request.log.error({ err: error, path: page.path }, "The code of a page has failed");
		return { kind: "refused", error: codeFailure(error) };
	}
}

/** @param url Path and query, with the base path. */
export function sentRequest(
	{ method, headers, protocol, host, user }: FastifyRequest,
	url: string,
	body?: Uint8Array,
): SentRequest {
	return {
		url: `${protocol}://${host}${url}`,
		method,
		headers: Object.entries(headers).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, String(value)] as const],
		),
		...(body !== undefined && { body }),
		user,
	};
}
