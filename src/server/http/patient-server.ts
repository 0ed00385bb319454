import type { RequestListener, ServerOptions } from "node:http";
import type { Socket } from "node:net";
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
