import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { DrainingServer } from "../../../src/server/http/server-options.ts";
import { listenForTest } from "../../support/listen-for-test.ts";

const LARGE = Buffer.alloc(8 * 1024 * 1024, "x");

test("idle connections are closed once every answer that was promised has left", async () => {
	const server = new DrainingServer({}, (_request, response) => response.end(LARGE));
	const port = await listenForTest(server);
	const slow = connect(port, "127.0.0.1");
	slow.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
	await once(slow, "readable");
	const idle = connect(port, "127.0.0.1");
	await once(idle, "connect");
	let isIdleClosed = false;
	idle.on("close", () => {
		isIdleClosed = true;
	});
	idle.resume();

	server.closeIdleConnections();
	let received = 0;
	slow.on("data", (data: Buffer) => {
		received += data.length;
	});
	await expect.poll(() => received).toBeGreaterThan(LARGE.length);
	await expect
		.poll(() => {
			server.closeIdleConnections();
			return isIdleClosed;
		})
		.toBe(true);

	expect(received).toBeGreaterThan(LARGE.length);
});
