import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A free port of the loopback. Another process may take it before it is
 * used: where a service can say itself which port it was given, let it listen on port 0.
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
