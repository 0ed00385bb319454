import type { FastifyInstance } from "fastify";

/** Shorter than an operator notices while a process stops. */
const LOOK_AGAIN_MS = 50;

/**
 * Closes a service once every answer that is under way is complete.
 *
 * A connection whose answer began before the end is kept alive after it, as its headers have
 * promised; only its client would close it. So idle ones are closed repeatedly.
 */
export async function drainConnections(service: FastifyInstance): Promise<void> {
	const closing = setInterval(() => service.server.closeIdleConnections(), LOOK_AGAIN_MS);
	try {
		await service.close();
	} finally {
		clearInterval(closing);
	}
}
