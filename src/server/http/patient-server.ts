import type { RequestListener, ServerOptions } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { Server } from "../../platform/node-http.ts";

/** An HTTP server that sends all of its responses before it closes connections. */
export class PatientServer extends Server {
	readonly #sockets = new Set<Socket>();

	constructor(options: ServerOptions, listener: RequestListener) {
		super(options, listener);
		this.on("connection", (socket: Socket) => {
			this.#sockets.add(socket);
			socket.once("close", () => this.#sockets.delete(socket));
		});
	}

	/** Waits while a connection sends: to Node, a response is sent once it has ended, read or not. */
	override closeIdleConnections(): void {
		const isSending = [...this.#sockets].some(({ writableLength }) => writableLength > 0);
		if (!isSending) super.closeIdleConnections();
	}
}

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
