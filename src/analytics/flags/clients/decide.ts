import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formatUuid } from "../../../platform/format-uuid.ts";
import { decodeRequest } from "../../http/decode-body.ts";
import { queryValue } from "../../http/query-value.ts";
import { sendText } from "../../http/send-text.ts";
import type { FlagServiceOptions } from "../flag-service-options.ts";
import { readClientConfig, renderClientConfig } from "./client-config.ts";
import { evaluateRequest } from "./evaluate-request.ts";
import { type AnswerForm, type EvaluatedFlag, RENDER_FLAGS } from "./flag-answer.ts";
import { type FlagRequestReading, readFlagRequest } from "./flag-request.ts";

/** Format of the response, by path and query of the request. */
interface AnswerPlan {
	readonly form: AnswerForm;
	readonly withConfig: boolean;
}

/** Registers `/decide` for clients until 2025 and `/flags` for later ones: the same flags in other forms. */
export function decide(service: FastifyInstance, options: FlagServiceOptions): void {
	const { store, metrics, projectKey, forwardToProject, catalog, now, randomBytes } = options;
	const count = metrics.counter(
		"analytics_flag_requests_total",
		"Requests to evaluate flags, by outcome",
	);
	endpoint("/decide", planDecide);
	endpoint("/flags", planFlags);

	function endpoint(url: string, plan: (request: FastifyRequest) => AnswerPlan): void {
		service.post(url, async (request, reply) => {
			const decoded = decodeRequest(request);
			const reading: FlagRequestReading =
				decoded.kind === "refused"
					? decoded
					: readFlagRequest(decoded.value, request.headers, projectKey);
			if (reading.kind === "refused") {
				const { status, message, token = "" } = reading;
				if (forwardToProject?.(token, request, reply) === true) return reply;
				count('outcome="refused"');
				return sendText(reply, status, message);
			}
			const isForSurveys = queryValue(request, "only_evaluate_survey_feature_flags") === "true";
			const asked = { store, catalog: catalog(), request: reading.request, now: now() };
			const flags = isForSurveys ? [] : evaluateRequest(asked);
			count('outcome="answered"');
			return answer(reply, plan(request), flags);
		});
		// Monitors send GET: without a body there is no person to evaluate for.
		service.get(url, async (request, reply) => answer(reply, plan(request), []));
		service.options(url, async ({ headers }, reply) => {
			const asked = headers["access-control-request-headers"];
			if (asked !== undefined) reply.header("access-control-allow-headers", asked);
			return reply.code(204).header("access-control-allow-methods", "GET, POST, OPTIONS").send();
		});
		service.route({
			method: ["PUT", "PATCH", "DELETE"],
			url,
			handler: async (_request, reply) =>
				sendText(reply.header("allow", "GET, HEAD, OPTIONS, POST"), 405, "Method not allowed"),
		});
	}

	function answer(
		reply: FastifyReply,
		{ form, withConfig }: AnswerPlan,
		flags: readonly EvaluatedFlag[],
	): FastifyReply {
		return reply.header("cache-control", "no-store").send({
			...(withConfig ? renderClientConfig(readClientConfig(store.settings)) : {}),
			...RENDER_FLAGS[form](flags),
			errorsWhileComputingFlags: false,
			// Identifies this evaluation in the client's `$feature_flag_called` events.
			requestId: formatUuid(Buffer.from(randomBytes(16)), 4),
			evaluatedAt: now(),
		});
	}
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
