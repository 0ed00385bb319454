import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { guardConnections } from "../../../src/server/http/guard-connections.ts";

const LARGE = Buffer.alloc(8 * 1024 * 1024, "x");

test("connections that are idle are closed; one that has bytes to send is not", async () => {
	const server = createServer((_request, response) => response.end(LARGE));
	guardConnections(server, { maxPerAddress: 10, trustedProxies: [] });
	const port = await listen(server);
	const slow = connect(port, "127.0.0.1");
	slow.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
	await once(slow, "readable");
	const idle = connect(port, "127.0.0.1");
	await once(idle, "connect");

	server.closeIdleConnections();
	await setTimeout(50);
	let received = 0;
	slow.on("data", (data: Buffer) => {
		received += data.length;
	});
	await expect.poll(() => received).toBeGreaterThanOrEqual(LARGE.length);

	slow.destroy();
	idle.destroy();
});

test("an address has so many connections and no more; one that speaks for others has more", async () => {
	const server = createServer((_request, response) => response.end("ok"));
	const sockets: Socket[] = [];
	server.on("connection", (socket: Socket) => {
		const { address } = addresses[sockets.push(socket) - 1] ?? {};
		Object.defineProperty(socket, "remoteAddress", { value: address });
	});
	guardConnections(server, { maxPerAddress: 2, trustedProxies: ["10.0.0.0/8"] });
	const port = await listen(server);
	const addresses = [
		{ address: "192.0.2.1", isKept: true },
		{ address: "192.0.2.1", isKept: true },
		{ address: "192.0.2.1", isKept: false },
		{ address: "192.0.2.2", isKept: true },
		...Array.from({ length: 4 }, () => ({ address: "10.1.2.3", isKept: true })),
		...Array.from({ length: 4 }, () => ({ address: "::1", isKept: true })),
	];

	for (let index = 0; index < addresses.length; index += 1) {
		const accepted = once(server, "connection");
		const client = connect(port, "127.0.0.1").on("error", () => undefined);
		onTestFinished(() => void client.destroy());
		await accepted;
	}

	expect(sockets.map(({ destroyed }) => !destroyed)).toEqual(addresses.map(({ isKept }) => isKept));
});

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
	await once(server.listen(0, "127.0.0.1"), "listening");
	onTestFinished(() => server.close().closeAllConnections());
	return (server.address() as AddressInfo).port;
}
