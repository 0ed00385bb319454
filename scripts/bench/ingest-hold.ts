import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { ensureBuild } from "../build.ts";
import { type PinnedProcess, pinLoad } from "./http/pinned-process.ts";
import { Servers } from "./http/servers.ts";
import { getRequest } from "./load/get-request.ts";
import { type HttpLoadResult, loadHttp } from "./load/http-load.ts";
import { median } from "./median.ts";

/**
 * What visitors notice of a thousand events that are stuck: how long pages take with the
 * posts held open on `/ingest`, half of them at a service that does not answer and half by
 * clients that do not go on, and without. Both in turns in one run, since a busy machine
 * makes any single figure a guess.
 *
 *     node scripts/bench/ingest-hold.ts
 */
const POSTS = 1_000;
const ROUNDS = 9;
const ROUND_MS = 2_000;
const CONNECTIONS = 8;
const BODY = Buffer.alloc(16 * 1024, 0x20);
const PAGE = getRequest("/start", { "accept-encoding": "br" });

const root = dirname(dirname(import.meta.dirname));
await ensureBuild(root);
pinLoad();
const silent = createServer((incoming) => incoming.resume());
silent.listen(0, "127.0.0.1");
await once(silent, "listening");
// A server that listens on a port has an address with one.
const { port: upstreamPort } = silent.address() as AddressInfo;
await using servers = new Servers();
const site = await servers.product(join(root, "site"), {
	environment: { ANALYTICS_UPSTREAM: `http://127.0.0.1:${upstreamPort}` },
});
try {
	console.log(await measure(site));
} finally {
	silent.closeAllConnections();
	silent.close();
}

async function measure(site: PinnedProcess): Promise<string> {
	const [without, beside]: [HttpLoadResult[], HttpLoadResult[]] = [[], []];
	const memory: number[] = [];
	let held = POSTS;
	await loadPages(site);
	const memoryBefore = site.memoryMb();
	for (let round = 0; round < ROUNDS; round += 1) {
		without.push(await loadPages(site));
		const posts = await holdPosts(site);
		beside.push(await loadPages(site));
		memory.push(site.memoryMb());
		held = Math.min(held, posts.filter(({ readable }) => readable).length);
		for (const post of posts) post.destroy();
	}
	return [
		`| median of ${ROUNDS} rounds | without | ${POSTS} posts held | ratio |`,
		"| --- | ---: | ---: | ---: |",
		row("pages a second", without, beside, ({ requestsPerSecond }) => requestsPerSecond),
		row("p50, ms", without, beside, ({ p50 }) => p50),
		row("p99, ms", without, beside, ({ p99 }) => p99),
		`| memory, MB | ${memoryBefore.toFixed(0)} | ${memory.map((mb) => mb.toFixed(0)).join(", ")} | |`,
		`| held to the end | | ${held} | |`,
	].join("\n");
}

function row(
	name: string,
	without: readonly HttpLoadResult[],
	beside: readonly HttpLoadResult[],
	figure: (result: HttpLoadResult) => number,
): string {
	const ratio = median(beside.map((result, round) => figure(result) / figureAt(without, round)));
	return `| ${name} | ${median(without.map(figure)).toFixed(2)} | ${median(beside.map(figure)).toFixed(2)} | ${ratio.toFixed(3)} |`;

	function figureAt(results: readonly HttpLoadResult[], round: number): number {
		const result = results[round];
		return result === undefined ? Number.NaN : figure(result);
	}
}

function loadPages({ port }: PinnedProcess): Promise<HttpLoadResult> {
	return loadHttp({ port, requests: [PAGE], connections: CONNECTIONS, durationMs: ROUND_MS });
}

/** @returns Posts of which the system has taken all that will be sent. */
async function holdPosts({ port }: PinnedProcess): Promise<readonly Socket[]> {
	return Promise.all(
		Array.from({ length: POSTS }, (_, index) =>
			holdPost(port, index % 2 === 0 ? BODY : BODY.subarray(BODY.length / 2)),
		),
	);
}

function holdPost(port: number, sentPart: Buffer): Promise<Socket> {
	const socket = connect(port, "127.0.0.1");
	const head = `POST /ingest/e/ HTTP/1.1\r\nhost: bench\r\ncontent-type: text/plain\r\ncontent-length: ${BODY.length}\r\n\r\n`;
	return new Promise((resolve, reject) => {
		// Once held, a post may be given up by the site: its time limits are part of the product.
		socket.on("error", (cause) => {
			socket.destroy();
			reject(cause);
		});
		socket.write(Buffer.concat([Buffer.from(head), sentPart]), () => resolve(socket));
	});
}
