import Fastify, { type RouteOptions } from "fastify";
import { expect, test } from "vitest";
import { describeDefinitionApi } from "../../../src/analytics/flags/describe-definition-api.ts";
import { definitionApi } from "../../../src/analytics/query/flags/definition-routes.ts";
import { startAnalytics } from "../../support/analytics.ts";

test("the description names every route of the API, and no other", async () => {
	const { store } = startAnalytics();
	const service = Fastify();
	const routes: string[] = [];
	service.addHook("onRoute", ({ method, url }: RouteOptions) => {
		const methods = typeof method === "string" ? [method] : method;
		routes.push(...methods.map((name) => `${name} ${url.replace(":key", "{key}")}`));
	});

	await service.register(definitionApi, {
		store,
		now: Date.now,
		randomBytes: () => new Uint8Array(),
		sessions: { find: () => undefined },
	});

	expect(described().toSorted()).toEqual(
		routes.filter((route) => !route.startsWith("HEAD")).toSorted(),
	);
});

test("the description says of a flag what the schema says", () => {
	const put = describeDefinitionApi()["/api/v1/flags/{key}"]?.["put"];

	expect(put).toMatchObject({
		requestBody: {
			content: {
				"application/json": {
					schema: {
						type: "object",
						required: ["key", "filters"],
						properties: { filters: { properties: { groups: { type: "array" } } } },
					},
				},
			},
		},
	});
});

function described(): readonly string[] {
	return Object.entries(describeDefinitionApi()).flatMap(([path, operations]) =>
		Object.keys(operations)
			.filter((name) => name !== "parameters")
			.map((method) => `${method.toUpperCase()} ${path}`),
	);
}
