import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { RouteOptions } from "fastify";
import { beforeEach, describe, expect, test } from "vitest";
import type { OpenApiDocument } from "../../../src/analytics/api/describe-api.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";

let analytics: TestAnalytics;
let routes: string[];
let document: OpenApiDocument;

beforeEach(async () => {
	analytics = startAnalytics();
	routes = [];
	analytics.service.addHook("onRoute", ({ method, url }: RouteOptions) => {
		const methods = typeof method === "string" ? [method] : method;
		routes.push(...methods.map((name) => `${name} ${url.replace(/:(\w+)/g, "{$1}")}`));
	});
	// Without a key: the description is for everybody.
	const response = await analytics.service.inject("/api/openapi.json");
	document = response.json();
});

test("every route of the API is described, and nothing else", () => {
	// Paths without a version are PostHog's, and described by PostHog.
	const isOurs =
		/^(?!HEAD |OPTIONS )\w+ \/api\/(?:v1\/|openapi\.json$|session$|password$|invitation$|share\/)/;
	const ofApi = routes.filter((route) => isOurs.test(route));

	expect(ofApi.length).toBeGreaterThan(20);
	expect(described().toSorted()).toEqual(ofApi.toSorted());
});

test("every operation says what it takes and what it answers", () => {
	for (const operation of operations()) {
		expect(operation).toMatchObject({
			summary: expect.any(String),
			security: expect.any(Array),
			responses: expect.any(Object),
		});
	}
});

describe("the description of figures", () => {
	test("names the parameters that the route takes", async () => {
		const names = document.paths["/api/v1/stats"]?.["get"];

		expect(names).toMatchObject({
			parameters: [
				{ name: "from", in: "query", required: false },
				{ name: "to" },
				{ name: "timezone", schema: { default: "UTC" } },
				{ name: "interval", schema: { enum: ["hour", "day", "week", "month"] } },
				{ name: "breakdown", schema: { type: "string", pattern: expect.stringMatching("page") } },
				{ name: "limit", schema: { type: "integer", minimum: 1, maximum: 1_000, default: 100 } },
				{ name: "sort", schema: { enum: ["views", "visitors", "sessions"] } },
				{ name: "compare", schema: { enum: ["previous", "year", "none"] } },
				{ name: "filter" },
				{ name: "filters" },
			],
		});
		const response = await analytics.get(
			"/api/v1/stats?from=2026-01-01&to=2026-01-02&interval=day&breakdown=os&limit=5",
		);
		expect(response.statusCode).toBe(200);
	});

	test("names the fields of the answer", async () => {
		const answer = await analytics.read("/api/v1/stats");

		expect(document.paths["/api/v1/stats"]?.["get"]).toMatchObject({
			responses: {
				200: {
					content: {
						"application/json": {
							schema: { required: expect.arrayContaining(Object.keys(answer)) },
						},
					},
				},
			},
		});
	});
});

test("a definition is described as its schema says", () => {
	expect(document.paths["/api/v1/flags/{key}"]?.["put"]).toMatchObject({
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

describe("what is written is answered as the description says, be it new or not", () => {
	test.each([
		["/api/v1/flags/{key}", { filters: {} }],
		["/api/v1/cohorts/{key}", { id: 7 }],
		["/api/v1/early-access-features/{key}", { flagKey: "a", name: "A" }],
		["/api/v1/goals/{key}", { name: "A", selector: { event: "a" } }],
		["/api/v1/segments/{key}", { name: "A" }],
		["/api/v1/questions/{key}", { name: "A", question: { kind: "retention" } }],
	])("%s", async (path, payload) => {
		// Made from the names of the document's operations.
		const operation = document.paths[path]?.["put"] as DescribedOperation | undefined;
		const ajv = new Ajv2020({ strict: false });
		addFormats.default(ajv);

		for (const status of [201, 200]) {
			const url = path.replace("{key}", "7");
			const answer = await analytics.put(url, payload);

			expect(answer.statusCode).toBe(status);
			const { $id: _, ...schema } =
				operation?.responses[status]?.content["application/json"].schema ?? {};
			expect(ajv.validate(schema, answer.json()), ajv.errorsText()).toBe(true);
		}
	});
});

interface DescribedOperation {
	readonly responses: Readonly<Record<number, { readonly content: JsonContent }>>;
}

interface JsonContent {
	readonly "application/json": { readonly schema: object & { readonly $id?: string } };
}

test("lines that go in and out are described by their media type", () => {
	const schema = { type: "object", properties: { distinct_id: { type: "string" } } };

	expect(document.paths["/api/v1/export/events.jsonl"]?.["get"]).toMatchObject({
		responses: { 200: { content: { "application/jsonl": { schema: { anyOf: [schema, {}] } } } } },
	});
	expect(document.paths["/api/v1/import/events.jsonl"]?.["post"]).toMatchObject({
		requestBody: { content: { "application/jsonl": { schema: { anyOf: [schema, {}] } } } },
	});
});

function described(): readonly string[] {
	return Object.entries(document.paths).flatMap(([path, item]) =>
		methodsOf(item).map((method) => `${method.toUpperCase()} ${path}`),
	);
}

function operations(): readonly unknown[] {
	return Object.values(document.paths).flatMap((item) =>
		methodsOf(item).map((method) => item[method]),
	);
}

/** `parameters` of a path stand beside its methods. */
function methodsOf(item: object): readonly string[] {
	return Object.keys(item).filter((name) => name !== "parameters");
}
