import type { FastifyInstance } from "fastify";

/** Whoever waits for the process to end notices nothing shorter. */
const LOOK_AGAIN_MS = 50;

/**
 * Closes a service once every answer that is under way is complete.
 *
 * A connection whose answer began before the end is kept alive after it, as its headers have
 * promised; nobody would close it but its visitor. So idle ones are looked for again and again.
 */
export async function drainConnections(service: FastifyInstance): Promise<void> {
	const closing = setInterval(() => service.server.closeIdleConnections(), LOOK_AGAIN_MS);
	try {
		await service.close();
	} finally {
		clearInterval(closing);
	}
}
