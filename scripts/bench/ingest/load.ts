import { connect, type Socket } from "node:net";

export interface LoadOptions {
	readonly port: number;
	readonly path: string;
	readonly connections: number;
	readonly durationMs: number;
	/** Made beforehand: what is measured is the server. */
	readonly bodies: readonly string[];
}

export interface LoadResult {
	readonly requestsPerSecond: number;
	readonly refused: number;
	/** Milliseconds. */
	readonly p50: number;
	readonly p99: number;
}

const OK = "HTTP/1.1 200";

/** A new visitor costs more than one who is known; sites see about so many views of each. */
const VIEWS_PER_VISITOR = 3;

/**
 * Sends requests over connections that each wait for their answer, by bare sockets: an HTTP
 * client would take more of the machine than the server does.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
	const requests = options.bodies.map((body, index) =>
		requestBytes(options.path, body, Math.floor(index / VIEWS_PER_VISITOR)),
	);
	const latencies: number[] = [];
	let next = 0;
	let refused = 0;
	const start = performance.now();
	const takeNext = (): Buffer | undefined => {
		if (performance.now() - start > options.durationMs) return undefined;
		next += 1;
		return requests[next - 1];
	};
	await Promise.all(
		Array.from({ length: options.connections }, () =>
			driveConnection(options.port, takeNext, (isOk, latency) => {
				if (isOk) latencies.push(latency);
				else refused += 1;
			}),
		),
	);
	const seconds = (performance.now() - start) / 1_000;
	const sorted = latencies.toSorted((a, b) => a - b);
	return {
		requestsPerSecond: latencies.length / seconds,
		refused,
		p50: percentile(sorted, 0.5),
		p99: percentile(sorted, 0.99),
	};
}

function requestBytes(path: string, body: string, visitor: number): Buffer {
	const lines = [
		`POST ${path} HTTP/1.1`,
		"host: bench",
		"content-type: application/json",
		`user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${100 + (visitor % 57)}.0.0.0 Safari/537.36`,
		`x-forwarded-for: 10.${(visitor >> 16) % 256}.${(visitor >> 8) % 256}.${visitor % 256}`,
		`content-length: ${Buffer.byteLength(body)}`,
	];
	return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

function driveConnection(
	port: number,
	takeNext: () => Buffer | undefined,
	onAnswer: (isOk: boolean, latencyMs: number) => void,
): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
	let sentAt = 0;
	const sendNext = (): void => {
		const request = takeNext();
		if (request === undefined) {
			socket.end();
			resolve();
			return;
		}
		sentAt = performance.now();
		socket.write(request);
	};
	socket.once("connect", sendNext);
	socket.once("error", reject);
	socket.on("data", (data) => {
		// Answers are a few hundred bytes and arrive in one piece.
		onAnswer(data.toString("latin1", 0, OK.length) === OK, performance.now() - sentAt);
		sendNext();
	});
	return promise;
}

function percentile(sorted: readonly number[], share: number): number {
	return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
