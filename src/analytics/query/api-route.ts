import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { refuseRequest } from "../refuse-request.ts";
import { type QuerySchema, readQuery } from "./read-query.ts";

/** One route of the API: how to answer it, and all that its description says. */
export interface ApiRoute extends RouteDescription {
	readonly query: z.ZodObject;
	readonly handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

export interface RouteDescription {
	readonly method: "GET" | "POST" | "DELETE";
	/** As OpenAPI writes it, such as `/api/v1/persons/{id}`. */
	readonly path: `/api/${string}`;
	readonly summary: string;
	readonly body?: RouteContent;
	readonly answer: RouteContent;
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

export interface RouteDefinition<Query> extends RouteDescription {
	/** Whatever is not in it is refused: a misspelt filter must not answer with everything. */
	readonly query: QuerySchema<Query>;
	readonly handle: (call: ApiCall<Query>) => Promise<unknown>;
}

export interface ApiCall<Query> {
	readonly query: Query;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/** Makes a route that reads its query before it is handled, and refuses what is wrong. */
export function defineRoute<Query>({ handle, ...definition }: RouteDefinition<Query>): ApiRoute {
	return {
		...definition,
		handle: async (request, reply) => {
			const reading = readQuery(definition.query, request.query);
			if (reading.kind === "value") return handle({ query: reading.value, request, reply });
			return refuseRequest(request, reply, { status: 400, problems: reading.problems });
		},
	};
}

/** @returns The part of the path that `{id}` stands for. */
export function idOf(request: FastifyRequest): string {
	// Only routes with that part ask for it.
	return (request.params as { readonly id: string }).id;
}
