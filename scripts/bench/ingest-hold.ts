import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ensureBuild } from "../build.ts";
import { type ServerProcess, startServer } from "./ingest/server-process.ts";

/**
 * What visitors notice of a thousand events that are stuck: how long pages take with the
 * posts held open on `/ingest`, half of them at a service that does not answer and half by
 * clients that do not go on, and without. Both in turns in one run, since a busy machine
 * makes any single figure a guess.
 */
const POSTS = 1_000;
const ROUNDS = 6;
const PAGES_PER_ROUND = 2_000;
const CLIENTS = 4;
const BODY = Buffer.alloc(16 * 1024, 0x20);

const root = dirname(dirname(import.meta.dirname));
await ensureBuild(root);
const dataDir = await mkdtemp(join(tmpdir(), "loggia-hold-"));
const silent = createServer((incoming) => incoming.resume());
silent.listen(0, "127.0.0.1");
await once(silent, "listening");
// A server that listens on a port has an address with one.
const { port: upstreamPort } = silent.address() as AddressInfo;
const site = await startServer(join(root, "dist/server/main.js"), {
	env: (port) => ({
		HOST: "127.0.0.1",
		PORT: String(port),
		DATA_DIR: dataDir,
		LOG_LEVEL: "error",
		ANALYTICS_UPSTREAM: `http://127.0.0.1:${upstreamPort}`,
	}),
});
try {
	console.log(await measure(site));
} finally {
	silent.closeAllConnections();
	silent.close();
	await site.stop();
	await rm(dataDir, { recursive: true, force: true });
}

async function measure({ port, memoryMb }: ServerProcess): Promise<string> {
	const times = { without: [] as number[], with: [] as number[] };
	await loadPages(port);
	const memoryBefore = memoryMb();
	let memoryHeld = 0;
	for (let round = 0; round < ROUNDS; round += 1) {
		times.without.push(...(await loadPages(port)));
		const posts = await holdPosts(port);
		times.with.push(...(await loadPages(port)));
		memoryHeld = Math.max(memoryHeld, memoryMb());
		for (const post of posts) post.destroy();
	}
	const rows = ([0.5, 0.95, 0.99] as const).map((share) => {
		const [without, held] = [percentile(times.without, share), percentile(times.with, share)];
		return `| p${share * 100} | ${without.toFixed(2)} ms | ${held.toFixed(2)} ms | ${(held / without).toFixed(3)} |`;
	});
	return [
		`| ${times.with.length} pages each | without | ${POSTS} posts held | ratio |`,
		"| --- | ---: | ---: | ---: |",
		...rows,
		`| memory | ${memoryBefore.toFixed(0)} MB | ${memoryHeld.toFixed(0)} MB | |`,
	].join("\n");
}

/** @returns How long each page took, in milliseconds. */
async function loadPages(port: number): Promise<number[]> {
	const times: number[] = [];
	const client = async (): Promise<void> => {
		for (let page = 0; page < PAGES_PER_ROUND / CLIENTS; page += 1) {
			const started = performance.now();
			const response = await fetch(`http://127.0.0.1:${port}/start`);
			await response.arrayBuffer();
			times.push(performance.now() - started);
		}
	};
	await Promise.all(Array.from({ length: CLIENTS }, client));
	return times;
}

async function holdPosts(port: number): Promise<readonly Socket[]> {
	const posts = Array.from({ length: POSTS }, (_, index) => {
		const socket = connect(port, "127.0.0.1");
		// The site gives up on those that take too long.
		socket.on("error", () => socket.destroy());
		socket.write(
			`POST /ingest/e/ HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${BODY.length}\r\n\r\n`,
		);
		socket.write(index % 2 === 0 ? BODY : BODY.subarray(BODY.length / 2));
		return socket;
	});
	const unsent = posts.filter(({ writableLength }) => writableLength > 0);
	await Promise.all(unsent.map((socket) => once(socket, "drain")));
	return posts;
}

function percentile(times: readonly number[], share: number): number {
	const sorted = times.toSorted((one, other) => one - other);
	return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
