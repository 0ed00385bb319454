import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { requestRefused } from "../../shared/page/errors.ts";
import type { SendError } from "../answers/send-error.ts";
import { type RequestTarget, targetOf } from "../http/request-target.ts";

export interface RequestTargetOptions {
	readonly basePath: () => string;
	readonly sendError: SendError;
}

declare module "fastify" {
	interface FastifyRequest {
		readonly target: RequestTarget;
	}
}

/** Refuses targets that name nothing, and sends every other spelling on to the one address. */
export const requestTarget = fp(registerRequestTarget, { name: "request-target", fastify: "5.x" });

async function registerRequestTarget(
	site: FastifyInstance,
	{ basePath, sendError }: RequestTargetOptions,
): Promise<void> {
	site.decorateRequest("target", {
		getter(this: FastifyRequest) {
			return targetOf(this.raw, basePath);
		},
	});
	site.addHook("onRequest", (request, reply, next) => {
		return answerOdd(sendError, request, reply) ?? next();
	});
}

function answerOdd(
	sendError: SendError,
	request: FastifyRequest,
	reply: FastifyReply,
): ReturnType<SendError> | undefined {
	const { kind, url, query, wantsPayload } = request.target;
	switch (kind) {
		case "too-long":
			return sendError(request, reply, requestRefused(414, "The address is too long"));
		case "malformed":
			return sendError(request, reply, requestRefused(400, "The address is malformed"));
		case "misspelled":
			// A payload may have a rule of its own; another method is refused whatever the spelling.
			return wantsPayload || request.is404 ? undefined : reply.redirect(url + query, 308);
		case "exact":
		case "unroutable":
			return undefined;
	}
}
