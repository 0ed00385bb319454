import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { queryValue, queryValues } from "../../http/query-value.ts";
import type { EarlyAccessFeature } from "../definition/early-access-feature.ts";
import type { CatalogFeature } from "../flag-catalog.ts";
import type { FlagServiceOptions } from "../flag-service-options.ts";

/** Early-access features, and empty lists of surveys and experiments. */
export const clientFeatures = fp(registerClientFeatures, {
	name: "client-features",
	fastify: "5.x",
});

async function registerClientFeatures(
	service: FastifyInstance,
	options: FlagServiceOptions,
): Promise<void> {
	const route = (url: string, render: (request: FastifyRequest) => object): void => {
		service.get(url, async (request, reply) => {
			const token = queryValue(request, "token") ?? queryValue(request, "api_key");
			if (token === undefined || token === "") return refuseToken(reply, MISSING_TOKEN);
			if (!options.isProjectKey(token)) return refuseToken(reply, INVALID_TOKEN);
			return reply.header("cache-control", "no-cache").send(render(request));
		});
	};
	route("/api/surveys", () => ({ surveys: [] }));
	route("/api/web_experiments", () => ({ experiments: [] }));
	route("/api/early_access_features", (request) => {
		const stages = queryValues(request, "stage");
		const features = featuresInStages(options.catalog().features, stages);
		return { earlyAccessFeatures: features.map(renderFeature) };
	});
}

const DEFAULT_STAGES: readonly string[] = ["beta"] satisfies readonly EarlyAccessFeature["stage"][];

function featuresInStages(
	features: readonly CatalogFeature[],
	stages: readonly string[],
): readonly CatalogFeature[] {
	const wanted = stages.length === 0 ? DEFAULT_STAGES : stages;
	return features.filter(({ stage }) => wanted.includes(stage));
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

function refuseToken(
	reply: FastifyReply,
	reason: { readonly code: string; readonly detail: string },
): FastifyReply {
	return reply
		.code(401)
		.header("cache-control", "no-store")
		.send({ type: "authentication_error", ...reason, attr: null });
}
