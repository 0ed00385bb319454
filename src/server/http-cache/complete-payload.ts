import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Payload } from "../../shared/page/payload.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import { codeFailure } from "../pages/code-pages.ts";
import type { LoadedPage, SentRequest } from "../pages/code-runner.ts";
import type { PageRequest } from "../pages/page-sources.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** Body of a form that is sent to a page; `undefined` for other requests. */
		form: Uint8Array | undefined;
	}
}

/** Enough for a form, but not for an upload. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** @returns `undefined` for a body that is too long. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of request) {
		// A request stream without an encoding yields bytes.
		const bytes = chunk as Buffer;
		length += bytes.length;
		if (length > MAX_BODY_BYTES) return undefined;
		chunks.push(bytes);
	}
	return Buffer.concat(chunks);
}

/** A payload, and the data that code has loaded for it. */
export interface CompletedPayload {
	readonly payload: Payload;
	readonly loaded?: LoadedPage | undefined;
}

/**
 * Completes a page with the code of the site folder; returns any other payload unchanged. Logs errors
 * of that code.
 */
export async function completePayload(
	reply: FastifyReply,
	payload: Payload,
	page: PageRequest,
): Promise<CompletedPayload> {
	const { request } = reply;
	const { revision, pages } = request.view;
	if (payload.kind !== "page" || !pages.code.takesPart(payload)) return { payload };
	const { wantsPayload } = request.target;
	const url = urlPath(revision().config.public.basePath, page.path) + page.query;
	try {
		const {
			payload: done,
			headers = [],
			loaded,
		} = await pages.code.complete(payload, page, {
			request: sentRequest(request, url, request.form),
			isSubmission: request.form !== undefined && wantsPayload,
			for: wantsPayload ? "payload" : "document",
		});
		// A cookie of a refusal counts as well, such as one that ends a session.
		for (const [name, value] of headers) reply.header(name, value);
		for (const stack of loaded?.errors ?? []) {
			request.log.error({ stack, path: page.path }, "The code of a page has failed");
		}
		if (done.kind === "refused") return { payload: pages.refuse(page.path, done.error) };
		return { payload: done, loaded };
	} catch (error) {
		request.log.error({ err: error, path: page.path }, "The code of a page has failed");
		return { payload: pages.refuse(page.path, codeFailure(error)) };
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
