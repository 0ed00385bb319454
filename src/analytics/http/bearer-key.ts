import type { FastifyRequest } from "fastify";

/** @returns The key of an `Authorization: Bearer …` header, or `undefined` without such a header. */
export function bearerKey(request: FastifyRequest): string | undefined {
	return /^Bearer +(\S+)\s*$/i.exec(request.headers.authorization ?? "")?.[1];
}
