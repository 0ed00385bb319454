import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { heldBytes } from "../../support/held-bytes.ts";
import { listenForTest } from "../../support/listen-for-test.ts";
import { createTestSite } from "../../support/test-site.ts";

const POSTS = 60;
const BODY_BYTES = 2 * 1024 * 1024;

/** What the streams between two sockets may hold, with room to spare. */
const HELD_BYTES_EACH = 256 * 1024;

test("bodies that the service does not read stay with their senders, and pages are answered", async () => {
	const upstream = await serviceThatDoesNotRead();
	const site = await createTestSite({
		files: { "pages/index.md": "# Welcome\n" },
		dependencies: { analytics: { upstream: upstream.url, timeoutMs: 60_000 } },
	});
	const url = new URL(await site.service.listen({ host: "127.0.0.1", port: 0 }));
	const before = await heldBytes();

	const senders = Array.from({ length: POSTS }, () => sendAsMuchAsPossible(Number(url.port)));
	await expect.poll(upstream.requests).toBe(POSTS);
	await Promise.all(senders.map(untilStuck));
	const page = await fetch(url);

	expect(page.status).toBe(200);
	// The senders share one body, so what has grown are the copies on their way.
	await expect.poll(async () => (await heldBytes()) - before).toBeLessThan(POSTS * HELD_BYTES_EACH);
});

/** Takes requests and lets their bodies wait. */
async function serviceThatDoesNotRead() {
	let requests = 0;
	const server = createServer(() => {
		requests += 1;
	});
	const port = await listenForTest(server);
	return { url: `http://127.0.0.1:${port}`, requests: () => requests };
}

const CHUNK = Buffer.alloc(64 * 1024, 0x20);

function sendAsMuchAsPossible(port: number): Socket {
	const socket = connect(port, "127.0.0.1");
	onTestFinished(() => void socket.destroy());
	// The site ends the connections that are open when the test is over.
	socket.on("error", () => socket.destroy());
	socket.write(
		`POST /ingest/e/ HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${BODY_BYTES}\r\n\r\n`,
	);
	let left = BODY_BYTES / CHUNK.length;
	const send = (): void => {
		while (left > 0) {
			left -= 1;
			if (!socket.write(CHUNK)) return;
		}
	};
	socket.on("drain", send);
	send();
	return socket;
}

/** Resolves when nothing more goes out: all is sent, or no reader takes it. */
async function untilStuck(socket: Socket): Promise<void> {
	let sent = -1;
	while (socket.bytesWritten - socket.writableLength !== sent) {
		sent = socket.bytesWritten - socket.writableLength;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
