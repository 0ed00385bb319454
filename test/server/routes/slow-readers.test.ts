import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { type RunningSite, startSite } from "../../support/start-site.ts";

const READERS = 10;
const IDLE = 100;
const MEGABYTE = 1_000_000;

const SEND_TIMEOUT_SECONDS = 5;

/** A reader of twenty megabytes takes longer than a reader of nothing may. */
const PAUSE_MS = 20;

test("with idle visitors connected, answers that were promised to slow readers leave after SIGTERM, within the deadline", async () => {
	const site = await startWith({ SHUTDOWN_DEADLINE_SECONDS: "60" });
	const idle = await Promise.all(Array.from({ length: IDLE }, () => openReader(site, "/")));
	for (const visitor of idle) await visitor.begin("keep-alive");
	const readers = await Promise.all(
		Array.from({ length: READERS }, () => openReader(site, "/large.bin")),
	);
	for (const reader of readers) await reader.begin();

	const exited = once(site.process, "exit");
	site.process.kill("SIGTERM");
	await expect.poll(() => saidBy(site)).toContain("Shutting down");
	const endings = readers.map((reader) => reader.readSlowly());

	expect(await Promise.all(endings)).toEqual(readers.map(() => MEGABYTE));
	await exited;
	expect(site.process.exitCode).toBe(0);
	expect(idle.filter(({ hasFailed }) => hasFailed())).toEqual([]);
});

test("a reader that takes nothing is let go, and one that takes little is not", async () => {
	const site = await startWith({
		SEND_TIMEOUT_SECONDS: String(SEND_TIMEOUT_SECONDS),
		LOG_LEVEL: "debug",
	});
	const [stuck, slow] = [
		await openReader(site, "/larger.bin"),
		await openReader(site, "/larger.bin"),
	];
	await stuck.begin();
	await slow.begin();

	const ending = slow.readSlowly();
	await expect.poll(() => saidBy(site)).toContain("A download was aborted");

	expect(saidBy(site).filter((line) => line === "A download was aborted")).toHaveLength(1);
	expect(await ending).toBe(20 * MEGABYTE);
	expect((await fetch(`${site.url}/`)).status).toBe(200);
});

test("SIGUSR1 opens no port for a debugger", async () => {
	const site = await startWith({});

	site.process.kill("SIGUSR1");
	expect((await fetch(`${site.url}/`)).status).toBe(200);

	await expect(fetch("http://127.0.0.1:9229/json")).rejects.toThrow("fetch failed");
	expect(saidBy(site).join("\n")).not.toContain("Debugger");
	expect(await site.stop()).toBe(0);
});

async function startWith(environment: Readonly<Record<string, string>>): Promise<RunningSite> {
	const siteFolder = await writeSiteFolder({
		"pages/index.md": "# Home\n",
		"public/large.bin": Buffer.alloc(MEGABYTE, "x"),
		"public/larger.bin": Buffer.alloc(20 * MEGABYTE, "x"),
	});
	const site = await startSite({ siteFolder, environment });
	onTestFinished(() => void site.process.kill("SIGKILL"));
	return site;
}

function saidBy({ log }: RunningSite): readonly string[] {
	return log.map(({ msg }) => String(msg));
}

async function openReader({ url }: RunningSite, path: string) {
	const { hostname, port, host } = new URL(url);
	const socket: Socket = connect({ host: hostname, port: Number(port) });
	let hasFailed = false;
	socket.on("error", () => {
		hasFailed = true;
	});
	await once(socket, "connect");
	onTestFinished(() => void socket.destroy());
	const chunks: Buffer[] = [];
	return {
		hasFailed: () => hasFailed,
		/** Asks, and reads no more than the beginning. */
		async begin(connection: "close" | "keep-alive" = "close") {
			socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: ${connection}\r\n\r\n`);
			const [first]: Buffer[] = await once(socket, "data");
			socket.pause();
			if (first !== undefined) chunks.push(first);
		},
		/** Reads on with pauses. @returns How long the body was in all. */
		async readSlowly(): Promise<number> {
			socket.on("data", (chunk: Buffer) => {
				chunks.push(chunk);
				socket.pause();
				setTimeout(() => socket.resume(), PAUSE_MS);
			});
			socket.resume();
			await once(socket, "close");
			const all = Buffer.concat(chunks);
			return all.length - (all.indexOf("\r\n\r\n") + 4);
		},
	};
}
