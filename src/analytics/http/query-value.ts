import type { FastifyRequest } from "fastify";

/** @returns The first value of a query parameter, or `undefined` when it is absent. */
export function queryValue(request: FastifyRequest, name: string): string | undefined {
	return queryValues(request, name)[0];
}

/** @returns Every value of a query parameter, in order. */
export function queryValues(request: FastifyRequest, name: string): readonly string[] {
	// Fastify parses the query into an object of strings and lists of strings.
	const value = (request.query as Record<string, string | string[] | undefined>)[name];
	if (value === undefined) return [];
	return typeof value === "string" ? [value] : value;
}
