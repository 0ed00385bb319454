import type { RequestListener, ServerOptions } from "node:http";
import type { Socket } from "node:net";
import { Server } from "../../platform/node-http.ts";

/** An HTTP server that has sent all that it has promised before it closes connections. */
export class PatientServer extends Server {
	readonly #sockets = new Set<Socket>();

	constructor(options: ServerOptions, listener: RequestListener) {
		super(options, listener);
		this.on("connection", (socket: Socket) => {
			this.#sockets.add(socket);
			socket.once("close", () => this.#sockets.delete(socket));
		});
	}

	/**
	 * Closes none yet while any is still sending: Node takes an answer for sent once it has ended,
	 * however much of it the client has yet to read.
	 */
	override closeIdleConnections(): void {
		const isSending = [...this.#sockets].some(({ writableLength }) => writableLength > 0);
		if (!isSending) super.closeIdleConnections();
	}
}
