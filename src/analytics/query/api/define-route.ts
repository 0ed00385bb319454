import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { readJson } from "../../http/read-json.ts";
import { refuseRequest } from "../../http/refuse-request.ts";
import { type QuerySchema, readQuery } from "./read-query.ts";

/** One route of the API: how to answer it, and all that its description says. */
export interface ApiRoute extends RouteDescription {
	readonly query: z.ZodObject;
	readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

export interface RouteDescription {
	readonly method: "GET" | "POST" | "PATCH" | "DELETE";
	/** As OpenAPI writes it, such as `/api/v1/persons/{id}`. */
	readonly path: `/api/${string}`;
	readonly summary: string;
	readonly body?: RouteContent;
	readonly answer: RouteContent;
	/** Of the answer; 200 unless told. */
	readonly status?: 200 | 201 | 204;
	/** The body is handed on as a stream: it can be larger than memory. */
	readonly streamsBody?: true;
	/** For the dashboard alone: a key that was lost must not be able to make others. */
	readonly needsSession?: true;
	/** Statuses other than 200, 400 and 401, each with what it means. */
	readonly refusals?: Readonly<Record<number, string>>;
}

export interface RouteContent {
	readonly description: string;
	/** `application/json` unless told. */
	readonly mediaType?: string;
	/** Of the whole answer, or of one line where the media type has lines. */
	readonly schema?: z.ZodType;
}

export interface RouteDefinition<Query, Body> extends RouteDescription {
	/** Whatever is not in it is refused: a misspelled filter must not answer with everything. */
	readonly query: QuerySchema<Query>;
	/** What a JSON body must be. */
	readonly json?: z.ZodType<Body>;
	readonly handle: (call: ApiCall<Query, Body>) => Promise<unknown>;
}

export interface ApiCall<Query, Body> {
	readonly query: Query;
	readonly body: Body;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/** Makes a route that reads query and body before it is handled, and refuses what is wrong. */
export function defineRoute<Query, Body = undefined>({
	handle,
	json,
	...definition
}: RouteDefinition<Query, Body>): ApiRoute {
	return {
		...(json === undefined ? {} : { body: { description: "As JSON", schema: json } }),
		...definition,
		handle: async (request, reply) => {
			const query = readQuery(definition.query, request.query);
			// Routes without a schema for it get no body, and say so in their type.
			const body =
				json === undefined
					? { kind: "value" as const, value: undefined as Body }
					: readJson(json, request);
			if (body.kind === "unsupported") {
				return refuseRequest(request, reply, { status: 415, problems: [JSON_NEEDED] });
			}
			if (query.kind === "value" && body.kind === "value") {
				return handle({ query: query.value, body: body.value, request, reply });
			}
			const problems = [query, body].flatMap((reading) =>
				reading.kind === "problems" ? reading.problems : [],
			);
			return refuseRequest(request, reply, { status: 400, problems });
		},
	};
}

const JSON_NEEDED = "The body must be JSON, with the media type application/json";

/** @returns The part of the path that `{id}` stands for. */
export function idOf(request: FastifyRequest): string {
	// Only routes with that part ask for it.
	return (request.params as { readonly id: string }).id;
}
