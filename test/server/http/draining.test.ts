import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createTestSite } from "../../support/test-site.ts";

test("a client that is connected while the site stops is answered", async () => {
	const { service } = await createTestSite({ files: { "pages/index.md": "# Home" } });
	await service.listen({ host: "127.0.0.1", port: 0 });
	const { port } = service.server.address() as AddressInfo;
	const socket = connect(port, "127.0.0.1");
	// One request, and the beginning of the next.
	socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\n");
	await once(socket, "readable");

	const closed = service.close();
	socket.write("Host: localhost\r\n\r\n");

	const statuses = [...(await text(socket)).matchAll(/^HTTP\/1\.1 (.+)\r$/gm)];
	expect(statuses.map(([, status]) => status)).toEqual(["200 OK", "200 OK"]);
	await closed;
});
