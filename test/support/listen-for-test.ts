import { once } from "node:events";
import { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { onTestFinished } from "vitest";

/** Listens on a free port of the loopback until the test is over. @returns The port. */
export async function listenForTest(server: Server): Promise<number> {
	await once(server.listen(0, "127.0.0.1"), "listening");
	onTestFinished(() => {
		if (server instanceof HttpServer) server.closeAllConnections();
		server.close();
	});
	// A server that listens on a port has an `AddressInfo`.
	return (server.address() as AddressInfo).port;
}
