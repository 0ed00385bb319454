import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { readJson } from "../../http/read-json.ts";
import type { SchemaReading } from "../../http/read-with-schema.ts";
import { refuseRequest } from "../../http/refuse-request.ts";
import type { ReadonlyDeep } from "../../wire/dashboard/answer-of.ts";
import { type QuerySchema, readQuery } from "./read-query.ts";
import { isRefused, type Refused } from "./refused.ts";

/** One route of the API: how to answer it, and all that its description says. */
export interface ApiRoute extends RouteDescription {
	readonly query?: z.ZodObject;
	readonly answer: RouteContent;
	readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

interface RouteDescription {
	readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** As OpenAPI writes it, such as `/api/v1/persons/{id}`. */
	readonly path: `/api/${string}`;
	readonly summary: string;
	readonly body?: RouteContent;
	/** Of the answer; 200 unless told. */
	readonly status?: 200 | 201 | 204;
	/** Answers 201 where there was nothing before. */
	readonly isUpsert?: true;
	/** The body is handed on as a stream: it can be larger than memory. */
	readonly streamsBody?: true;
	/** A megabyte unless told. */
	readonly maxBodyBytes?: number;
	/**
	 * Default: a session of the dashboard or a personal API key. `session`: a key that was
	 * lost must not be able to make others. `open`: signing in.
	 */
	readonly access?: "session" | "open";
	/** Statuses other than 200, 400 and 401, each with what it means. */
	readonly refusals?: Readonly<Record<number, string>>;
}

export interface RouteContent<Value = unknown> {
	readonly description: string;
	/** `application/json` unless told. */
	readonly mediaType?: string;
	/** Of the whole answer, or of one line where the media type has lines. */
	readonly schema?: z.ZodType<Value>;
	/** It is given back as it was written: what has a default may be absent. */
	readonly isAsWritten?: true;
}

export interface RouteDefinition<Query, Body, Answer> extends RouteDescription {
	/** A parameter that is not in it is refused: a misspelled filter must not answer with everything. */
	readonly query?: QuerySchema<Query>;
	/** What a JSON body must be. */
	readonly json?: z.ZodType<Body>;
	readonly answer: RouteContent<Answer>;
	readonly handle: (
		call: ApiCall<Query, Body>,
	) => Promise<ReadonlyDeep<NoInfer<Answer>> | Refused | FastifyReply>;
}

export interface ApiCall<Query, Body> {
	/** The part of the path that `{id}` or `{key}` stands for. */
	readonly id: string;
	readonly query: Query;
	readonly body: Body;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/** Makes a route that reads query and body before it is handled, and refuses what is wrong. */
export function defineRoute<Query = undefined, Body = undefined, Answer = unknown>({
	handle,
	json,
	...definition
}: RouteDefinition<Query, Body, Answer>): ApiRoute {
	return {
		...(json === undefined ? {} : { body: { description: "As JSON", schema: json } }),
		...definition,
		handle: async (request, reply) => {
			const query = readQuery(definition.query, request.query);
			const body = json === undefined ? NO_BODY : readJson(json, request);
			if (query.kind !== "value" || body.kind !== "value") {
				const problems = [query, body].flatMap((reading) =>
					reading.kind === "problems" ? reading.problems : [],
				);
				return refuseRequest(request, reply, { status: 400, problems });
			}
			const answer = await handle({
				id: String(Object.values(request.params as object)[0] ?? ""),
				query: query.value,
				// Routes without a schema for it get no body, and say so in their type.
				body: body.value as Body,
				request,
				reply,
			});
			if (!isRefused(answer)) return answer;
			return refuseRequest(request, reply, { status: answer.refused, problems: answer.problems });
		},
	};
}

const NO_BODY: SchemaReading<undefined> = { kind: "value", value: undefined };
