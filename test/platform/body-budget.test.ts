import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { BodyBudget, type BodyLimits } from "../../src/platform/body-budget.ts";
import { listenForTest } from "../support/listen-for-test.ts";
import { PATIENCE_MS } from "../support/patience.ts";

const MAX_BYTES = 1_000;

test("announced bytes that do not arrive take no room", async () => {
	const port = await listen({ totalBytes: 2_000, bytesPerAddress: 2_000 });
	for (let count = 0; count < 16; count += 1) post(port, MAX_BYTES, "x");

	expect(await answerTo(post(port, 900, "x".repeat(900)))).toContain("200");
});

test("bytes count as long as their request, and only one share belongs to an address", async () => {
	const port = await listen({ totalBytes: 1_500, bytesPerAddress: 1_000 });
	const first = post(port, 901, "x".repeat(900), "one");
	await expect.poll(() => arrivedBytes).toBe(900);

	expect(await answerTo(post(port, 200, "x".repeat(200), "one"))).toContain("no-room");
	expect(await answerTo(post(port, 200, "x".repeat(200), "two"))).toContain("200");
	expect(await answerTo(post(port, 700, "x".repeat(700), "two"))).toContain("no-room");
	first.write("x");
	expect(await answerTo(first)).toContain("200");
	expect(await answerTo(post(port, 700, "x".repeat(700), "two"))).toContain("200");
});

test("a body that is too large is refused, and the rest of it is discarded", async () => {
	const port = await listen({ totalBytes: 2_000, bytesPerAddress: 2_000 });

	expect(await answerTo(post(port, 5_000, "x".repeat(5_000)))).toContain("too-large");
});

test(
	"a body that arrives too slowly is refused, and its bytes are free",
	async () => {
		const port = await listen({ totalBytes: 1_000, bytesPerAddress: 1_000 });

		const slow = post(port, 1_000, "x".repeat(500));

		expect(await answerTo(slow)).toContain("too-slow");
		expect(await answerTo(post(port, 900, "x".repeat(900)))).toContain("200");
	},
	PATIENCE_MS,
);

test("a client that goes away frees its bytes", async () => {
	const port = await listen({ totalBytes: 1_000, bytesPerAddress: 1_000 });
	const gone = post(port, 1_000, "x".repeat(900));
	await expect.poll(() => arrivedBytes).toBe(900);
	gone.destroy();

	await expect.poll(() => answerTo(post(port, 900, "x".repeat(900)))).toContain("200");
});

/** Bytes of all bodies that the last server has received. */
let arrivedBytes = 0;

async function listen(limits: BodyLimits) {
	const budget = new BodyBudget(limits);
	arrivedBytes = 0;
	const server = createServer((request, response) => {
		response.once("close", () => budget.release(request));
		const address = String(request.headers["x-address"]);
		budget.read(request, { address, maxBytes: MAX_BYTES }).then(
			(body) => response.end(typeof body === "string" ? body : "200"),
			() => response.destroy(),
		);
		request.on("data", (piece: Buffer) => {
			arrivedBytes += piece.length;
		});
	});
	return listenForTest(server);
}

function post(port: number, length: number, part: string, address = "one"): Socket {
	const socket = connect(port, "127.0.0.1");
	onTestFinished(() => void socket.destroy());
	// The server ends connections when the test is over.
	socket.on("error", () => socket.destroy());
	socket.write(
		`POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-address: ${address}\r\ncontent-length: ${length}\r\n\r\n${part}`,
	);
	return socket;
}

async function answerTo(socket: Socket): Promise<string> {
	let text = "";
	for await (const piece of socket) text += String(piece);
	return text.slice(text.indexOf("\r\n\r\n") + 4);
}
