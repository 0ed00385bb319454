import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Finds a free port of the loopback interface. Another process may take it before it is used. If a service
 * can report its port, let it listen on port 0 instead.
 */
export async function freePort(): Promise<number> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	if (address === null || typeof address === "string") throw new Error("The system gave no port");
	return address.port;
}
