import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { decodeRequest } from "../../http/decode-request.ts";
import { queryValue } from "../../http/query-value.ts";
import type { FlagServiceOptions } from "../flag-service-options.ts";
import { readClientConfig, renderClientConfig } from "./client-config.ts";
import { evaluateRequest } from "./evaluate-request.ts";
import { type AnswerForm, renderFlags } from "./flag-answer.ts";
import { type FlagRequestReading, readFlagRequest } from "./flag-request.ts";
import { runtimeOf } from "./runtime-of.ts";

/** `/decide` for clients up to 2025, and `/flags` for later ones: the same flags in other forms. */
export const decide = fp(registerDecide, { name: "decide", fastify: "5.x" });

/** The answer that a request's address asks for. */
interface AnswerPlan {
	readonly form: AnswerForm;
	readonly withConfig: boolean;
}

async function registerDecide(
	service: FastifyInstance,
	options: FlagServiceOptions,
): Promise<void> {
	registerEndpoint(service, "/decide", planDecide, options);
	registerEndpoint(service, "/flags", planFlags, options);
}

function registerEndpoint(
	service: FastifyInstance,
	url: string,
	plan: (request: FastifyRequest) => AnswerPlan,
	options: FlagServiceOptions,
): void {
	service.post(url, async (request, reply) => {
		const reading = readRequest(request, options.isProjectKey);
		if (reading.kind === "refused") {
			if (options.forwardToProject?.(reading.token ?? "", request, reply) === true) return reply;
			options.countRequest("refused");
			return refuse(reply, reading.status, reading.message);
		}
		const now = options.now();
		const catalog = options.catalog();
		const isForSurveys = queryValue(request, "only_evaluate_survey_feature_flags") === "true";
		const flags = isForSurveys
			? []
			: evaluateRequest({ store: options.store, catalog, request: reading.request, now });
		options.countRequest("answered");
		return answer(reply, plan(request), options, flags);
	});
	// Monitors send GET: without a body there is no person to evaluate for.
	service.get(url, async (request, reply) => answer(reply, plan(request), options, []));
	service.options(url, async ({ headers }, reply) => {
		const asked = headers["access-control-request-headers"];
		if (asked !== undefined) reply.header("access-control-allow-headers", asked);
		return reply.code(204).header("access-control-allow-methods", "GET, POST, OPTIONS").send();
	});
	service.route({
		method: ["PUT", "PATCH", "DELETE"],
		url,
		handler: async (_request, reply) =>
			refuse(reply.header("allow", "GET, HEAD, OPTIONS, POST"), 405, "Method not allowed"),
	});
}

function answer(
	reply: FastifyReply,
	{ form, withConfig }: AnswerPlan,
	{ store, now, createUuid }: FlagServiceOptions,
	flags: Parameters<typeof renderFlags>[1],
): FastifyReply {
	const config = withConfig ? renderClientConfig(readClientConfig(store.settings)) : {};
	const frame = { requestId: createUuid(), evaluatedAt: now() };
	return reply
		.header("cache-control", "no-store")
		.send({ ...config, ...renderFlags(form, flags, frame) });
}

function readRequest(
	request: FastifyRequest,
	isProjectKey: (token: string) => boolean,
): FlagRequestReading {
	const decoded = decodeRequest(request);
	if (decoded.kind === "value") {
		return readFlagRequest(decoded.value, runtimeOf(request), isProjectKey);
	}
	return { kind: "refused", status: decoded.status, message: decoded.message };
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
	return reply.code(status).type("text/plain; charset=utf-8").send(message);
}

function planDecide(request: FastifyRequest): AnswerPlan {
	const version = versionOf(request) ?? 1;
	if (version >= 4) return { form: "details", withConfig: true };
	if (version >= 3) return { form: "values", withConfig: true };
	return { form: version >= 2 ? "enabled" : "list", withConfig: true };
}

/** A client that names neither a version nor `config` gets everything. */
function planFlags(request: FastifyRequest): AnswerPlan {
	const version = versionOf(request);
	const config = queryValue(request, "config");
	return {
		form: version === 1 ? "values" : "details",
		withConfig: config === undefined ? version === undefined : config === "true" || config === "1",
	};
}

function versionOf(request: FastifyRequest): number | undefined {
	const version = Number.parseInt(queryValue(request, "v") ?? "", 10);
	return Number.isNaN(version) ? undefined : version;
}
