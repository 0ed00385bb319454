import type { FastifyReply, FastifyRequest } from "fastify";
import type { Payload } from "../../shared/page/payload.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { codeFailure } from "../pages/code-pages.ts";
import type { SentRequest } from "../pages/code-runner.ts";
import type { PageRequest } from "../pages/page-sources.ts";

/**
 * Completes a page with the code of the site folder; returns any other payload unchanged. Logs errors
 * of that code.
 */
export async function completePayload(
	{ request }: FastifyReply,
	payload: Payload,
	page: PageRequest,
): Promise<Payload> {
	const { revision, pages } = request.view;
	if (payload.kind !== "page" || !pages.code.takesPart(payload)) return payload;
	const url = urlPath(revision().config.public.basePath, page.path) + page.query;
	try {
		const complete = await pages.code.complete(payload, page, sentRequest(request, url));
		return complete.kind === "refused" ? pages.refuse(page.path, complete.error) : complete;
	} catch (error) {
		request.log.error({ err: error, path: page.path }, "The code of a page has failed");
		return pages.refuse(page.path, codeFailure(error));
	}
}

/** @param url Path and query, with the base path. */
export function sentRequest(
	{ method, headers, protocol, host, user, view }: FastifyRequest,
	url: string,
	body?: Uint8Array,
): SentRequest {
	// Any client can send any host, and code puts the origin into links and cached results.
	const origin = view.revision().config.public.url ?? `${protocol}://${host}`;
	return {
		url: origin + url,
		method,
		headers: Object.entries({ ...headers, host }).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, String(value)] as const],
		),
		...(body !== undefined && { body }),
		user,
	};
}
