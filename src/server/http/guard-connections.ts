import type { Server } from "node:http";
import type { Socket } from "node:net";
import { createAddressList } from "../../platform/address-list.ts";

export interface ConnectionLimits {
	readonly maxPerAddress: number;
	/** Speak for many clients, as the machine itself does: their connections are not counted. */
	readonly trustedProxies: readonly string[];
}

/** Limits the connections of one address, and closes none that still has bytes to send. */
export function guardConnections(
	server: Server,
	{ maxPerAddress, trustedProxies }: ConnectionLimits,
): void {
	const sockets = new Set<Socket>();
	const counts = new Map<string, number>();
	const isUncounted = createAddressList(["loopback", ...trustedProxies]);

	server.on("connection", (socket: Socket) => {
		const address = socket.remoteAddress ?? "";
		sockets.add(socket);
		const count = (counts.get(address) ?? 0) + 1;
		counts.set(address, count);
		socket.once("close", () => {
			sockets.delete(socket);
			const left = (counts.get(address) ?? 1) - 1;
			if (left === 0) counts.delete(address);
			else counts.set(address, left);
		});
		if (count > maxPerAddress && !isUncounted(address)) socket.destroy();
	});

	const closeIdle = server.closeIdleConnections.bind(server);
	server.closeIdleConnections = () => {
		// Node takes an answer for sent once it has ended, however much of it the client has yet to read.
		const sending = [...sockets].filter(({ writableLength }) => writableLength > 0);
		for (const socket of sending) socket.destroy = () => socket;
		closeIdle();
		for (const socket of sending) Reflect.deleteProperty(socket, "destroy");
	};
}
