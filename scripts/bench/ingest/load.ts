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

/**
 * Sends requests over connections that each wait for their answer, by bare sockets: an HTTP
 * client would take more of the machine than the server does.
 */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
	const requests = options.bodies.map((body) => requestBytes(options.path, body));
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

function requestBytes(path: string, body: string): Buffer {
	return Buffer.from(
		`POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\nuser-agent: ${userAgent()}\r\nx-forwarded-for: 10.${octet()}.${octet()}.${octet()}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
	);
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

function octet(): number {
	return Math.floor(Math.random() * 256);
}

function userAgent(): string {
	return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${100 + (octet() % 57)}.0.0.0 Safari/537.36`;
}
