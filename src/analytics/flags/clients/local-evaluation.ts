import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bearerKey } from "../../http/bearer-key.ts";
import { queryValue } from "../../http/query-value.ts";
import type { FlagServiceOptions } from "../flag-service-options.ts";
import { payloadText } from "./flag-answer.ts";
import { renderDefinitions } from "./render-definitions.ts";
import { createSecureKey } from "./secure-key.ts";

/** Registers routes for backends: flag definitions for local evaluation, and payloads as configuration. */
export function localEvaluation(
	service: FastifyInstance,
	{ store, catalog, projectKey, isPersonalKey, randomBytes }: FlagServiceOptions,
): void {
	const secureKey = createSecureKey(store.settings, randomBytes);
	route("/api/feature_flag/local_evaluation", sendDefinitions);
	route("/flags/definitions", sendDefinitions);
	route("/api/projects/:project/feature_flags/:key/remote_config", sendPayload);

	function route(url: string, answer: typeof sendDefinitions): void {
		service.get(url, async (request, reply) =>
			isAllowed(request) ? answer(request, reply) : refuse(reply),
		);
	}

	/** Accepts personal keys and the secure key. The project key is public, so it is not accepted. */
	function isAllowed(request: FastifyRequest): boolean {
		const token = queryValue(request, "token");
		if (token !== undefined && token !== projectKey) return false;
		const key = bearerKey(request);
		return key !== undefined && (secureKey.matches(key) || isPersonalKey(key));
	}

	function sendDefinitions(request: FastifyRequest, reply: FastifyReply): FastifyReply {
		const body = JSON.stringify(renderDefinitions(catalog(), store.groups.types()));
		const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
		reply.headers({ etag, "cache-control": "private, no-cache" });
		if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
		return reply.type("application/json; charset=utf-8").send(body);
	}

	function sendPayload({ params }: FastifyRequest, reply: FastifyReply): FastifyReply {
		// The path of the route has this parameter.
		const { key } = params as { readonly key: string };
		const flag = catalog().flags.find(({ definition }) => definition.key === key);
		reply.header("cache-control", "private, no-cache");
		if (flag === undefined || flag.definition.deleted === true) {
			return reply.code(404).send({
				type: "invalid_request",
				code: "not_found",
				detail: "Not found.",
				attr: null,
			});
		}
		const text = payloadText(flag.definition.filters.payloads?.["true"]) ?? "null";
		return reply.type("application/json; charset=utf-8").send(asJson(text));
	}
}

/** Encodes a payload that is not JSON as a JSON string. */
function asJson(text: string): string {
	try {
		JSON.parse(text);
		return text;
	} catch {
		return JSON.stringify(text);
	}
}

function refuse(reply: FastifyReply): FastifyReply {
	return reply.code(401).header("cache-control", "no-store").send({
		type: "authentication_error",
		code: "authentication_failed",
		detail: "A personal API key or the secure API key of this project is needed.",
		attr: null,
	});
}
