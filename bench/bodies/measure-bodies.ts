import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { PinnedProcess } from "../http/pinned-process.ts";
import type { Servers } from "../http/servers.ts";
import { serverBatchBody } from "../ingest/bodies.ts";
import { getRequest } from "../load/get-request.ts";
import { median } from "../median.ts";
import { BODIES, type HostileBody } from "./hostile-bodies.ts";

/** Cost of one kind of body for the analytics service. */
export interface BodyResult {
	readonly name: string;
	readonly isRefused: boolean;
	/**
	 * Milliseconds from the last byte of the body to the answer, or from the first byte if the answer comes
	 * before the last byte. Median of the rounds.
	 */
	readonly answeredMs: number;
	/** Maximum growth of the process meanwhile. */
	readonly grownMb: number;
	/** Latency of other requests meanwhile, which are sequential. */
	readonly othersP99Ms: number;
}

const WARM_UPS = 10;
const SAMPLE_MS = 2;
/** More than any system accepts at once: the next piece waits for the socket to drain. */
const PIECE_BYTES = 64 * 1024;

/** Sends each body several times to a service that otherwise only answers probes. */
export async function measureBodies(
	servers: Servers,
	rounds: number,
): Promise<readonly BodyResult[]> {
	const service = await servers.analytics(await servers.folder());
	// Excludes the slow start of code that is not compiled yet.
	for (let count = 0; count < WARM_UPS; count += 1) {
		await post(service, BODIES.manyEvents, Buffer.from(serverBatchBody(5_000)));
	}
	const results: BodyResult[] = [];
	for (const body of Object.values<HostileBody>(BODIES)) {
		results.push(await measureBody(service, body, rounds));
	}
	await servers.stop(service);
	return results;
}

async function measureBody(
	service: PinnedProcess,
	body: HostileBody,
	rounds: number,
): Promise<BodyResult> {
	const answered: number[] = [];
	const waits: number[] = [];
	let grownMb = 0;
	for (let round = 0; round < rounds; round += 1) {
		const bytes = body.make();
		const before = service.memoryMb();
		const sampler = setInterval(() => {
			grownMb = Math.max(grownMb, service.memoryMb() - before);
		}, SAMPLE_MS);
		const others = watchOthers(service);
		answered.push(await post(service, body, bytes));
		waits.push(...(await others.stop()));
		clearInterval(sampler);
	}
	const sorted = waits.toSorted((one, other) => one - other);
	return {
		name: body.name,
		isRefused: body.isRefused,
		answeredMs: median(answered),
		grownMb,
		othersP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
	};
}

/** Sends sequential health requests. */
function watchOthers({ port }: PinnedProcess) {
	const waits: number[] = [];
	const over = new AbortController();
	const run = async (): Promise<void> => {
		const socket = connect({ port, host: "127.0.0.1", noDelay: true });
		await once(socket, "connect");
		while (!over.signal.aborted) {
			const start = performance.now();
			socket.write(getRequest("/healthz", {}));
			await once(socket, "data");
			waits.push(performance.now() - start);
			await new Promise((resolve) => setTimeout(resolve, 1));
		}
		socket.destroy();
	};
	const running = run();
	return {
		/** @returns Milliseconds of each request. */
		stop: async (): Promise<readonly number[]> => {
			over.abort();
			await running;
			return waits;
		},
	};
}

/** @returns Milliseconds from the last sent byte to the answer; see {@link BodyResult.answeredMs}. */
async function post({ port }: PinnedProcess, body: HostileBody, bytes: Buffer): Promise<number> {
	const socket = connect({ port, host: "127.0.0.1", noDelay: true });
	// The service may close the connection of a body that is too large.
	socket.on("error", () => socket.destroy());
	await once(socket, "connect");
	const answer = firstData(socket);
	const length =
		body.isChunked === true ? "transfer-encoding: chunked" : `content-length: ${bytes.length}`;
	socket.write(
		`POST /batch/ HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n${length}\r\n\r\n`,
	);
	let sentAt = performance.now();
	const sending = sendBody(socket, body, bytes).then(() => {
		sentAt = performance.now();
	});
	await Promise.race([answer, sending]);
	const { status, at } = await answer;
	socket.destroy();
	if (status >= 500 || status >= 400 !== body.isRefused) {
		throw new Error(`${body.name}: answered ${status}`);
	}
	return Math.max(0, at - sentAt);
}

async function sendBody(socket: Socket, { isChunked }: HostileBody, bytes: Buffer): Promise<void> {
	for (let start = 0; start < bytes.length && !socket.destroyed; start += PIECE_BYTES) {
		const piece = bytes.subarray(start, start + PIECE_BYTES);
		if (isChunked === true) socket.write(`${piece.length.toString(16)}\r\n`);
		const isTaken = socket.write(piece);
		if (isChunked === true) socket.write("\r\n");
		if (!isTaken) await untilDrained(socket);
	}
	if (isChunked === true) socket.write("0\r\n\r\n");
}

/** Also resolves when the socket closes: the service may have read enough. */
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
