import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { writeSiteFolder } from "../support/site-folder.ts";
import { startSite } from "../support/start-site.ts";

const IDLE = 200;
const SLOW = 20;

test("with idle and slow visitors connected, SIGTERM completes every answer and leaves with 0", async () => {
	const large = Buffer.alloc(4_000_000, "x");
	const siteFolder = await writeSiteFolder({
		"pages/index.md": "# Home\n",
		"public/large.bin": large,
	});
	const site = await startSite({ siteFolder });
	onTestFinished(() => void site.process.kill("SIGKILL"));
	const idle = await Promise.all(
		Array.from({ length: IDLE }, async () => {
			const visitor = await openVisitor(site.url);
			await visitor.ask("/");
			return visitor;
		}),
	);
	const slow = await Promise.all(
		Array.from({ length: SLOW }, async () => {
			const visitor = await openVisitor(site.url);
			visitor.askSlowly("/large.bin");
			return visitor;
		}),
	);
	await expect.poll(() => slow.every(({ received }) => received() > 0)).toBe(true);

	const exited = once(site.process, "exit");
	site.process.kill("SIGTERM");
	for (const visitor of slow) visitor.readOn();
	await exited;

	expect(site.process.exitCode).toBe(0);
	// What the process has sent may still be on its way here.
	await expect
		.poll(() => slow.map(({ received }) => received() > large.length))
		.not.toContain(false);
	expect(idle.filter(({ hasFailed }) => hasFailed())).toEqual([]);
});

interface Visitor {
	/** Waits for the beginning of the answer. */
	readonly ask: (path: string) => Promise<void>;
	/** Reads the beginning of the answer and then nothing. */
	readonly askSlowly: (path: string) => void;
	readonly readOn: () => void;
	/** How many bytes have come. */
	readonly received: () => number;
	readonly hasFailed: () => boolean;
}

async function openVisitor(url: string): Promise<Visitor> {
	const { hostname, port, host } = new URL(url);
	const socket: Socket = connect({ host: hostname, port: Number(port) });
	let received = 0;
	let hasFailed = false;
	socket.on("error", () => {
		hasFailed = true;
	});
	await once(socket, "connect");
	const send = (path: string): void => {
		socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
	};
	onTestFinished(() => void socket.destroy());
	return {
		async ask(path) {
			send(path);
			await once(socket, "data");
			socket.resume();
		},
		askSlowly(path) {
			socket.on("data", (bytes: Buffer) => {
				if (received === 0) socket.pause();
				received += bytes.length;
			});
			send(path);
		},
		readOn: () => void socket.resume(),
		received: () => received,
		hasFailed: () => hasFailed,
	};
}
