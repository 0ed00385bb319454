import { connect, type Socket } from "node:net";
import { ResponseReader } from "./response-reader.ts";

export interface HttpLoadOptions {
	readonly port: number;
	/** Complete requests, sent in turns. They are made in advance, since only the server is measured. */
	readonly requests: readonly Buffer[];
	/** Whether each request must be new to the server: none is repeated, and the load ends with the last. */
	readonly areSentOnce?: boolean;
	readonly connections: number;
	readonly durationMs: number;
}

export interface HttpLoadResult {
	readonly requestsPerSecond: number;
	/** Milliseconds. */
	readonly p50: number;
	readonly p99: number;
	/** Number of answers by status. */
	readonly statuses: ReadonlyMap<number, number>;
}

/**
 * Sends requests over connections that each wait for their answer. Uses bare sockets: an HTTP client would
 * use more of a core than the server, and would measure itself.
 */
export async function loadHttp(options: HttpLoadOptions): Promise<HttpLoadResult> {
	const { requests, areSentOnce = false, connections, durationMs, port } = options;
	const latencies: number[] = [];
	const statuses = new Map<number, number>();
	let next = 0;
	const start = performance.now();
	const takeNext = (): Buffer | undefined => {
		if (performance.now() - start > durationMs) return undefined;
		next += 1;
		return requests[areSentOnce ? next - 1 : (next - 1) % requests.length];
	};
	const onAnswer = (status: number, latencyMs: number): void => {
		latencies.push(latencyMs);
		statuses.set(status, (statuses.get(status) ?? 0) + 1);
	};
	await Promise.all(
		Array.from({ length: connections }, () => driveConnection(port, takeNext, onAnswer)),
	);
	const seconds = (performance.now() - start) / 1000;
	const sorted = Float64Array.from(latencies).toSorted();
	return {
		requestsPerSecond: latencies.length / seconds,
		p50: percentile(sorted, 0.5),
		p99: percentile(sorted, 0.99),
		statuses,
	};
}

function driveConnection(
	port: number,
	takeNext: () => Buffer | undefined,
	onAnswer: (status: number, latencyMs: number) => void,
): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
	const reader = new ResponseReader();
	let sentAt = 0;
	const sendNext = (): void => {
		const request = takeNext();
		if (request === undefined) {
			socket.destroy();
			resolve();
			return;
		}
		sentAt = performance.now();
		socket.write(request);
	};
	socket.once("connect", sendNext);
	socket.once("error", reject);
	socket.once("close", () => resolve());
	socket.on("data", (data: Buffer) => {
		const status = reader.read(data);
		if (status === undefined) return;
		onAnswer(status, performance.now() - sentAt);
		sendNext();
	});
	return promise;
}

function percentile(sorted: Float64Array, share: number): number {
	return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
