import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { queryValue, queryValues } from "../../http/query-value.ts";
import type { CatalogFeature } from "../flag-catalog.ts";
import type { FlagServiceOptions } from "../flag-service-options.ts";

/** Registers the routes for early-access features, and for empty lists of surveys and experiments. */
export function clientFeatures(
	service: FastifyInstance,
	{ catalog, projectKey }: FlagServiceOptions,
): void {
	const route = (url: string, render: (request: FastifyRequest) => object): void => {
		service.get(url, async (request, reply) => {
			const token = queryValue(request, "token") ?? queryValue(request, "api_key");
			if (token === undefined || token === "") return refuseToken(reply, MISSING_TOKEN);
			if (token !== projectKey) return refuseToken(reply, INVALID_TOKEN);
			return reply.header("cache-control", "no-cache").send(render(request));
		});
	};
	route("/api/surveys", () => ({ surveys: [] }));
	route("/api/web_experiments", () => ({ experiments: [] }));
	route("/api/early_access_features", (request) => {
		const asked = queryValues(request, "stage");
		const stages = asked.length === 0 ? ["beta"] : asked;
		const features = catalog().features.filter(({ stage }) => stages.includes(stage));
		return { earlyAccessFeatures: features.map(renderFeature) };
	});
}

function renderFeature(feature: CatalogFeature): object {
	const { id, name, description, stage, documentationUrl, flagKey, payload } = feature;
	return { id, name, description, stage, documentationUrl, flagKey, payload: payload ?? null };
}

const MISSING_TOKEN = {
	code: "missing_api_key",
	detail:
		"API key not provided. You can find your project API key by visiting your project settings page.",
};
const INVALID_TOKEN = {
	code: "invalid_api_key",
	detail: "Project API key invalid. You can find your project API key in your project settings.",
};

function refuseToken(reply: FastifyReply, reason: typeof MISSING_TOKEN): FastifyReply {
	return reply
		.code(401)
		.header("cache-control", "no-store")
		.send({ type: "authentication_error", ...reason, attr: null });
}
