import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { dirname } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { ensureBuild } from "../scripts/build.ts";
import { type PinnedProcess, pinLoad } from "./http/pinned-process.ts";
import { Servers } from "./http/servers.ts";
import { PROJECT_KEY, pageViewBatchBody, serverBatchBody } from "./ingest/bodies.ts";

/**
 * What bodies cost that are made to hurt, and some that are only large: the status, how long
 * it took after the last byte had left (or the first, where the answer comes before the last),
 * by how much the process grew meanwhile at most, and the longest that another request waited.
 *
 *     node bench/hostile-bodies.ts
 */
const ROUNDS = 9;
const MEGABYTE = 1024 * 1024;
const SAMPLE_MS = 2;
/** More than any system takes at once: the next piece waits until there is room. */
const PIECE_BYTES = 64 * 1024;

interface HostileBody {
	readonly name: string;
	readonly status: number;
	readonly body: () => Buffer;
	/** Its events have ids of their own in each round. */
	readonly isNewEachRound?: boolean;
	/** In pieces of no announced length. */
	readonly isChunked?: boolean;
}

const BODIES: readonly HostileBody[] = [
	{ name: "gzip bomb 1:1000, 100 MB", status: 413, body: () => bomb(100 * MEGABYTE) },
	{ name: "the same inside another gzip", status: 413, body: () => gzipSync(bomb(100 * MEGABYTE)) },
	{
		name: "base64 of the bomb, as a form",
		status: 400,
		body: () =>
			Buffer.from(
				`data=${encodeURIComponent(bomb(100 * MEGABYTE).toString("base64"))}&compression=gzip-js`,
			),
	},
	{ name: "100 MB, announced", status: 413, body: () => Buffer.alloc(100 * MEGABYTE, "[") },
	{
		name: "100 MB of one string, in chunks",
		status: 413,
		body: () => Buffer.alloc(100 * MEGABYTE, '["').fill("a", 2),
		isChunked: true,
	},
	{ name: "19 MB of brackets", status: 400, body: () => Buffer.alloc(19 * MEGABYTE, "[") },
	{ name: "19 MB of brackets, as gzip", status: 400, body: () => bomb(19 * MEGABYTE) },
	{
		name: "19 MB of one string",
		status: 400,
		body: () => Buffer.alloc(19 * MEGABYTE, '["').fill("a", 2),
	},
	{ name: "19 MB of junk", status: 413, body: () => Buffer.alloc(19 * MEGABYTE, 0xe9) },
	{ name: "a million keys", status: 400, body: () => Buffer.from(`{${keys(1_000_000)}}`) },
	{
		name: "an event with a million keys",
		status: 400,
		body: () =>
			Buffer.from(
				`{"api_key":"${PROJECT_KEY}","event":"x","distinct_id":"u","properties":{${keys(1_000_000)}}}`,
			),
	},
	{
		name: "depth 10,000",
		status: 400,
		body: () =>
			Buffer.from(
				`{"api_key":"${PROJECT_KEY}","event":"x","distinct_id":"u","properties":{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}}`,
			),
	},
	{
		name: "10,000 events of a server",
		status: 200,
		body: () => Buffer.from(serverBatchBody(10_000)),
		isNewEachRound: true,
	},
	{
		name: "9,000 page views, 19 MB",
		status: 200,
		body: () => Buffer.from(pageViewBatchBody(9_000)),
		isNewEachRound: true,
	},
];

interface Cost {
	readonly answeredMs: number;
	readonly grownMb: number;
	readonly stallMs: number;
}

setFlagsFromString("--expose-gc");
/** Of this process. */
const collectGarbage = runInNewContext("gc") as () => void;

await ensureBuild(dirname(import.meta.dirname));
pinLoad();
await using servers = new Servers();
const service = await servers.analytics(await servers.folder());
// Warm: code that is not compiled yet is slow, and that is not what is measured.
for (let count = 0; count < 20; count += 1) {
	await post(service, { name: "a batch", status: 200 }, Buffer.from(serverBatchBody(5_000)));
}
console.log("| Body | status | ms, median | worst | grown MB | others waited ms |");
console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
for (const hostile of BODIES) {
	const costs: Cost[] = [];
	const body = hostile.body();
	for (let round = 0; round < ROUNDS; round += 1) {
		const bytes = hostile.isNewEachRound === true ? hostile.body() : body;
		costs.push(await measure(service, hostile, bytes));
	}
	const answered = costs.map(({ answeredMs }) => answeredMs).toSorted((one, other) => one - other);
	const worst = (figure: (cost: Cost) => number): string =>
		Math.max(...costs.map(figure)).toFixed(0);
	console.log(
		`| ${hostile.name} | ${hostile.status} | ${answered[Math.floor(ROUNDS / 2)]?.toFixed(0)} | ${answered.at(-1)?.toFixed(0)} | ${worst(({ grownMb }) => grownMb)} | ${worst(({ stallMs }) => stallMs)} |`,
	);
}

async function measure(service: PinnedProcess, hostile: HostileBody, body: Buffer): Promise<Cost> {
	// What is left of making it is collected before anything is measured: this process is the one that asks.
	collectGarbage();
	const before = service.memoryMb();
	let highest = before;
	const sampler = setInterval(() => {
		highest = Math.max(highest, service.memoryMb());
	}, SAMPLE_MS);
	try {
		const others = watchOthers(service);
		const answeredMs = await post(service, hostile, body);
		return { answeredMs, stallMs: await others.stop(), grownMb: highest - before };
	} finally {
		clearInterval(sampler);
	}
}

/** Asks for the state of health, one request after the other. */
function watchOthers({ port }: PinnedProcess) {
	let longest = 0;
	const over = new AbortController();
	const run = async (): Promise<void> => {
		const socket = connect({ port, host: "127.0.0.1", noDelay: true });
		await once(socket, "connect");
		while (!over.signal.aborted) {
			const start = performance.now();
			socket.write("GET /healthz HTTP/1.1\r\nhost: bench\r\n\r\n");
			await once(socket, "data");
			longest = Math.max(longest, performance.now() - start);
			await new Promise((resolve) => setTimeout(resolve, 1));
		}
		socket.destroy();
	};
	const running = run();
	return {
		/** @returns The longest that one of them took, in milliseconds. */
		stop: async (): Promise<number> => {
			over.abort();
			await running;
			return longest;
		},
	};
}

/** @returns Milliseconds from the last byte that was sent to the first of the answer. */
async function post(
	{ port }: PinnedProcess,
	hostile: Omit<HostileBody, "body">,
	body: Buffer,
): Promise<number> {
	const socket = connect({ port, host: "127.0.0.1", noDelay: true });
	// The service may hang up on what is too large.
	socket.on("error", () => socket.destroy());
	await once(socket, "connect");
	const answer = firstData(socket);
	const length =
		hostile.isChunked === true ? "transfer-encoding: chunked" : `content-length: ${body.length}`;
	socket.write(
		`POST /batch/ HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n${length}\r\n\r\n`,
	);
	let sentAt = performance.now();
	await Promise.race([
		answer,
		sendBody(socket, hostile, body).then(() => (sentAt = performance.now())),
	]);
	const { status, at } = await answer;
	socket.destroy();
	if (status !== hostile.status) {
		throw new Error(`${hostile.name}: answered ${status}, expected ${hostile.status}`);
	}
	return Math.max(0, at - sentAt);
}

async function sendBody(
	socket: Socket,
	{ isChunked }: Omit<HostileBody, "body">,
	body: Buffer,
): Promise<void> {
	for (let start = 0; start < body.length && !socket.destroyed; start += PIECE_BYTES) {
		const piece = body.subarray(start, start + PIECE_BYTES);
		if (isChunked === true) socket.write(`${piece.length.toString(16)}\r\n`);
		const isTaken = socket.write(piece);
		if (isChunked === true) socket.write("\r\n");
		if (!isTaken) await untilDrained(socket);
	}
	if (isChunked === true) socket.write("0\r\n\r\n");
}

/** Or closed: the service may have heard enough. */
function untilDrained(socket: Socket): Promise<void> {
	return new Promise((resolve) => {
		const settle = (): void => {
			socket.off("drain", settle).off("close", settle);
			resolve();
		};
		socket.on("drain", settle).on("close", settle);
	});
}

function firstData(socket: Socket): Promise<{ readonly status: number; readonly at: number }> {
	return new Promise((resolve, reject) => {
		socket.once("data", (data: Buffer) => {
			resolve({ status: Number(data.toString("latin1", 9, 12)), at: performance.now() });
		});
		socket.once("close", () => reject(new Error("The service hung up without an answer")));
	});
}

function bomb(bytes: number): Buffer {
	return gzipSync(Buffer.alloc(bytes, "["), { level: 9 });
}

function keys(count: number): string {
	return Array.from({ length: count }, (_, index) => `"k${index}":1`).join(",");
}
