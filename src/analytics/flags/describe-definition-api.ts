import * as z from "zod";
import type { OpenApiPaths } from "../http/open-api-paths.ts";
import { clientConfigSchema } from "./clients/client-config.ts";
import { DEFINITION_KINDS, type DefinitionKind } from "./definition/definition-kinds.ts";

/** Describes the API for definitions from the very schemas that it checks bodies with. */
export function describeDefinitionApi(): OpenApiPaths {
	return {
		...Object.assign({}, ...DEFINITION_KINDS.map(describeKind)),
		"/api/v1/client-config": {
			get: operation("What posthog-js is told to capture by itself", answer(200, "The settings")),
			put: {
				...operation("Change what posthog-js captures by itself", answer(200, "The settings")),
				requestBody: body(clientConfigSchema, "client-config"),
			},
		},
		"/api/v1/secure-key": {
			get: operation("The key for local evaluation", answer(200, "The key")),
			post: operation("Renew the key for local evaluation", answer(200, "The new key")),
		},
	};
}

function describeKind({ path, schema }: DefinitionKind): OpenApiPaths {
	const parameters = [{ name: "key", in: "path", required: true, schema: { type: "string" } }];
	const content = { content: body(schema, path).content };
	return {
		[`/api/v1/${path}`]: {
			get: operation(`All ${path}`, answer(200, "Definitions with version and times")),
		},
		[`/api/v1/${path}/{key}`]: {
			parameters,
			get: operation(`One of the ${path}`, {
				200: { description: "As it was written", ...content },
				...NOT_FOUND,
			}),
			put: {
				...operation(`Write one of the ${path}`, {
					200: { description: "Changed", ...content },
					201: { description: "Made", ...content },
					400: { description: "One sentence for each problem" },
				}),
				requestBody: body(schema, path),
			},
			delete: operation(`Delete one of the ${path}`, { ...answer(204, "Deleted"), ...NOT_FOUND }),
		},
		[`/api/v1/${path}/{key}/history`]: {
			parameters,
			get: operation(`Every version of one of the ${path}`, {
				...answer(200, "The newest first; a deletion has no definition"),
				...NOT_FOUND,
			}),
		},
	};
}

type Responses = Readonly<Record<number, object>>;

const NOT_FOUND: Responses = { 404: { description: "There is none of that key" } };

function answer(status: number, description: string): Responses {
	return { [status]: { description } };
}

function operation(summary: string, responses: Responses): object {
	return {
		summary,
		security: [{ bearer: [] }],
		responses: { ...responses, 401: { description: "A personal API key is needed" } },
	};
}

/** The schema gets an address of its own: what it refers to is then looked up within it. */
function body(schema: z.ZodType, name: string) {
	const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
	const content = { "application/json": { schema: { ...json, $id: `/schemas/${name}` } } };
	return { required: true, content };
}
