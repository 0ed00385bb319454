import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { requestRefused } from "../../shared/page/errors.ts";
import {
	belowBasePath,
	pagePathOfPayload,
	readPath,
	splitTarget,
	urlPath,
} from "../../shared/routing/routes.ts";
import type { SendError } from "../http/send-error.ts";

export interface PathsOptions {
	readonly basePath: () => string;
	readonly sendError: SendError;
}

/** What was asked for: decoded once, here, and by nobody else. */
export interface RequestedPage {
	/** Decoded, without base path; `undefined` when nothing of ours can have such a path. */
	readonly path: string | undefined;
	/** As it was sent, for messages. */
	readonly rawPath: string;
	/** With its question mark, or empty. */
	readonly query: string;
	/** Whether the page's payload was asked for and not its document. */
	readonly wantsPayload: boolean;
}

declare module "fastify" {
	interface FastifyRequest {
		requestedPage: RequestedPage;
	}
}

/**
 * Reads the path of every request for a page or a file: one path per page, and none that
 * could mean something else to the file system than to the router.
 */
export const paths = fp(registerPaths, { name: "paths", fastify: "5.x" });

/** Longer than any path that a page of ours can have, with room for encoding. */
const MAX_PATH_LENGTH = 8192;

async function registerPaths(site: FastifyInstance, options: PathsOptions): Promise<void> {
	site.decorateRequest("requestedPage");
	site.addHook("onRequest", (request, reply, next) => {
		if (readRequestedPage(options, request, reply) === undefined) next();
	});
}

function readRequestedPage(
	{ basePath, sendError }: PathsOptions,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply | undefined {
	const { path: target, query } = splitTarget(request.originalUrl);
	const below = belowBasePath(basePath(), target);
	const payloadOf = pagePathOfPayload(below ?? target);
	const rawPath = payloadOf ?? below ?? target;
	const wantsPayload = payloadOf !== undefined;
	request.requestedPage = { path: undefined, rawPath, query, wantsPayload };

	if (target.length > MAX_PATH_LENGTH) {
		return sendError(request, reply, requestRefused(414, "The address is too long"));
	}
	const reading = readPath(rawPath);
	if (reading.kind === "malformed") {
		return sendError(request, reply, requestRefused(400, "The address is malformed"));
	}
	if (below === undefined || reading.kind === "unroutable") return undefined;
	if (!wantsPayload && (reading.kind === "misspelled" || isSlashedBase(basePath(), target))) {
		return reply.redirect(urlPath(basePath(), reading.path) + query, 308);
	}
	request.requestedPage = { path: reading.path, rawPath, query, wantsPayload };
	return undefined;
}

/** `/docs/` is the home page of a site below `/docs` with a trailing slash. */
function isSlashedBase(basePath: string, target: string): boolean {
	return basePath !== "" && target === `${basePath}/`;
}
