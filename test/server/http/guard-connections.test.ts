import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { guardConnections } from "../../../src/server/http/server-options.ts";
import { listenForTest } from "../../support/listen-for-test.ts";

test("an address, be it a proxy or this machine, has at most so many connections that send nothing", async () => {
	const server = createServer((_request, response) => response.end("ok"));
	const sockets: Socket[] = [];
	server.on("connection", (socket: Socket) => {
		const { address } = addresses[sockets.push(socket) - 1] ?? {};
		Object.defineProperty(socket, "remoteAddress", { value: address });
	});
	guardConnections(server, { maxPerAddress: 2, trustedProxies: ["10.0.0.0/8"] });
	const port = await listenForTest(server);
	const addresses = [
		{ address: "192.0.2.1", isKept: true },
		{ address: "192.0.2.1", isKept: true },
		{ address: "192.0.2.1", isKept: false },
		{ address: "192.0.2.2", isKept: true },
		...["10.1.2.3", "::1"].flatMap((address) => [
			...[true, true, false, false].map((isKept) => ({ address, isKept })),
		]),
	];

	for (let index = 0; index < addresses.length; index += 1) {
		const accepted = once(server, "connection");
		const client = connect(port, "127.0.0.1").on("error", () => undefined);
		onTestFinished(() => void client.destroy());
		await accepted;
	}

	expect(sockets.map(({ destroyed }) => !destroyed)).toEqual(addresses.map(({ isKept }) => isKept));
});

test("a connection does not count any more for the proxy that has forwarded a request on it", async () => {
	const server = createServer((request, response) => {
		response.writeHead(isAdmitted(request, response) ? 200 : 429).end();
	});
	const isAdmitted = guardConnections(server, { maxPerAddress: 2, trustedProxies: [] });
	const port = await listenForTest(server);

	for (let client = 1; client <= 5; client += 1) {
		const agent = new Agent({ keepAlive: true });
		onTestFinished(() => agent.destroy());
		const headers = { "x-forwarded-for": `192.0.2.${client}` };
		const [answer]: IncomingMessage[] = await once(
			request({ port, headers, agent }).end(),
			"response",
		);
		answer?.resume();
		expect(answer?.statusCode).toBe(200);
	}
	expect(await connectionsOf(server)).toBe(5);
});

test("behind a proxy, an address has so many requests under way, whatever it says before it", async () => {
	const open: ServerResponse[] = [];
	const server = createServer((request, response) => {
		if (!isAdmitted(request, response)) return void response.writeHead(429).end();
		response.writeHead(200).flushHeaders();
		open.push(response);
	});
	const isAdmitted = guardConnections(server, { maxPerAddress: 2, trustedProxies: ["10.0.0.0/8"] });
	const port = await listenForTest(server);
	const ask = async (forwarded: string): Promise<number> => {
		const headers = { "x-forwarded-for": forwarded };
		const [answer]: IncomingMessage[] = await once(
			request({ port, headers, agent: false })
				.on("error", () => undefined)
				.end(),
			"response",
		);
		return answer?.statusCode ?? 0;
	};

	expect([await ask("192.0.2.1"), await ask("1.1.1.1, 192.0.2.1, 10.1.2.3")]).toEqual([200, 200]);
	expect([await ask("192.0.2.1"), await ask("8.8.8.8, 192.0.2.1")]).toEqual([429, 429]);
	expect([await ask("192.0.2.2"), await ask("10.1.2.3"), await ask("unknown")]).toEqual([
		200, 200, 200,
	]);

	open[0]?.end();
	await expect.poll(() => ask("192.0.2.1")).toBe(200);
});

async function connectionsOf(server: ReturnType<typeof createServer>): Promise<number> {
	return promisify(server.getConnections.bind(server))();
}
