import { execFile } from "node:child_process";
import { promisify } from "node:util";

export type Protocol = "HTTP/1.1" | "HTTP/2";

export interface TlsLoad {
	readonly url: string;
	readonly protocol: Protocol;
	readonly durationMs: number;
}

export interface TlsLoadResult {
	readonly requests: number;
	readonly requestsPerSecond: number;
}

const CONNECTIONS = 50;
/** Browsers have one connection with concurrent requests. */
const STREAMS = 5;

const execute = promisify(execFile);

/** Sends requests over TLS with wrk or h2load, which accept any certificate. @throws {Error} When a response is no 2xx. */
export async function loadTls({ url, protocol, durationMs }: TlsLoad): Promise<TlsLoadResult> {
	const seconds = String(Math.ceil(durationMs / 1000));
	const header = ["--header", "accept-encoding: br"];
	if (protocol === "HTTP/1.1") {
		const words = [
			"--threads",
			"1",
			"--connections",
			`${CONNECTIONS}`,
			"--duration",
			`${seconds}s`,
		];
		const { stdout } = await execute("wrk", [...words, ...header, url]);
		return resultIn(stdout, /(\d+) requests in/, /Requests\/sec:\s+([\d.]+)/, /Non-2xx/);
	}
	const words = ["--clients", `${CONNECTIONS / STREAMS}`, "--max-concurrent-streams", `${STREAMS}`];
	const { stdout } = await execute("h2load", [...words, "--duration", seconds, ...header, url]);
	return resultIn(stdout, /(\d+) succeeded/, /, ([\d.]+) req\/s/, /[1-9]\d* [345]xx/);
}

function resultIn(output: string, count: RegExp, rate: RegExp, failure: RegExp): TlsLoadResult {
	const [requests, requestsPerSecond] = [count, rate].map((part) => Number(part.exec(output)?.[1]));
	if (failure.test(output) || !(Number(requests) > 0) || requestsPerSecond === undefined) {
		throw new Error(`Every response must be 2xx: got\n${output}`);
	}
	return { requests: Number(requests), requestsPerSecond };
}
