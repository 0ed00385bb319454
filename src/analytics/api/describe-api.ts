import * as z from "zod";
import type { ApiRoute, RouteContent } from "./define-route.ts";

export type OpenApiDocument = ReturnType<typeof describeApi>;

/**
 * Describes the API from its routes. The schemas are those that validate the requests.
 *
 * @see https://spec.openapis.org/oas/v3.1.0
 */
export function describeApi(routes: readonly ApiRoute[]) {
	const byPath = Map.groupBy(routes, ({ path }) => path);
	/** Path → method → operation. */
	const paths: Readonly<Record<string, Readonly<Record<string, object>>>> = {
		// Contains no data of anyone, and tools load it before they have a key.
		"/api/openapi.json": {
			get: {
				summary: "This API description",
				security: [],
				responses: { 200: { description: "An OpenAPI document" } },
			},
		},
		...Object.fromEntries(
			[...byPath].map(([path, ofPath]) => [
				path,
				Object.fromEntries(
					ofPath.map((route) => [route.method.toLowerCase(), describeRoute(route)]),
				),
			]),
		),
	};
	return {
		openapi: "3.1.0",
		info: {
			title: "Loggia analytics",
			version: "1",
			description: "Figures, events, persons and definitions, for your own scripts",
		},
		servers: [
			{ url: "/" },
			{
				url: "/projects/{project}",
				description: "Any project except the first",
				variables: { project: { default: "id" } },
			},
		],
		components: {
			securitySchemes: {
				bearer: { type: "http", scheme: "bearer", description: "A personal API key" },
				session: {
					type: "apiKey",
					in: "cookie",
					name: "loggia",
					description: "Session of the dashboard; `__Host-loggia` with TLS",
				},
			},
		},
		paths,
	};
}

function describeRoute({
	path,
	role,
	summary,
	query,
	body,
	answer,
	status = 200,
	isUpsert,
	needsSession,
	refusals = {},
}: ApiRoute): object {
	const isOpen = role === "outsider";
	const refused = {
		400: "One sentence for each problem",
		...(isOpen ? {} : { 401: KEY_NEEDED, 403: `The role ${role} is needed` }),
		...(path.includes("{") && isUpsert !== true ? { 404: "No object has this id" } : {}),
	};
	const answers = Object.entries({ ...refused, ...refusals });
	const isEmpty = typeof answer === "string";
	const answered = isEmpty ? { description: answer } : content(answer, "output");
	return {
		summary,
		security: isOpen ? [] : [...(needsSession === true ? [] : [{ bearer: [] }]), { session: [] }],
		parameters: [...pathParameters(path), ...(query === undefined ? [] : queryParameters(query))],
		...(body === undefined ? {} : { requestBody: { required: true, ...content(body, "input") } }),
		responses: {
			[isEmpty ? 204 : status]: answered,
			...(isUpsert === true ? { 201: answered } : {}),
			...Object.fromEntries(answers.map(([status, description]) => [status, { description }])),
		},
	};
}

const KEY_NEEDED = "A personal API key or a session of the dashboard is needed";

function pathParameters(path: string): readonly object[] {
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
		return { name, in: "path", required: true, schema: { type: "string" } };
	});
}

function queryParameters(query: z.ZodObject): readonly object[] {
	const { properties = {}, required = [] } = jsonSchema(query, "input");
	return Object.entries(properties).map(([name, schema]) => ({
		name,
		in: "query",
		required: required.includes(name),
		schema,
	}));
}

function content(
	{ description, mediaType = "application/json", schema, isAsWritten }: RouteContent,
	side: Side,
) {
	const io = isAsWritten === true ? "input" : side;
	// The description names the media type without its parameters.
	const [type = mediaType] = mediaType.split(";");
	const described = schema === undefined ? {} : { schema: jsonSchema(schema, io) };
	return { description, content: { [type]: described } };
}

/** Whether a schema describes requests or responses. */
type Side = "input" | "output";

function jsonSchema(schema: z.ZodType, io: Side): z.core.JSONSchema.BaseSchema {
	const json = z.toJSONSchema(schema, { io, unrepresentable: "any" });
	// With its own `$id`, a schema's references resolve within it.
	return "$defs" in json
		? { ...json, $id: `/schemas/${Object.keys(json.properties ?? {}).join("-")}` }
		: json;
}
