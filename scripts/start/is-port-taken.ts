import { once } from "node:events";
import { createServer } from "node:net";
import type { Address } from "./address.ts";

/** Tries to listen, so that `npm start` can report a taken port before it starts services. */
export async function isPortTaken({ host, port }: Address): Promise<boolean> {
	const server = createServer();
	try {
		server.listen({ host, port, exclusive: true });
		await once(server, "listening");
		return false;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
	} finally {
		server.close();
	}
}
