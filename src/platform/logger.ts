import { type DestinationStream, type Logger, pino } from "pino";
import { batchLines } from "./batch-lines.ts";
import { createDescriptorSink } from "./descriptor-sink.ts";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
	/** Which service speaks; it is in every line, since both may share one terminal. */
	readonly service: string;
	readonly level: LogLevel;
	/** Where lines go; standard output when absent. Tests pass a collector. */
	readonly destination?: DestinationStream;
}

/**
 * A JSON logger that never writes who asked or what they searched for: requests are
 * logged by method and path alone, without query string and without address.
 */
export function createLogger({ service, level, destination }: LoggerOptions): Logger {
	const options = {
		level,
		base: { service },
		timestamp: createTimestamp(Date.now),
		formatters: { level: (label: string) => ({ level: label }) },
		serializers: { req: requestForLog, err: pino.stdSerializers.err },
	};
	return pino(options, destination ?? standardOutput());
}

/**
 * Written together when there are as many lines as this, or after a moment: a write wakes a
 * thread, which interrupts us on a machine that has no other core to spare.
 */
const BATCH = { maxBytes: 256 * 1024, afterMs: 50 } as const;

const STANDARD_OUTPUT = 1;

/**
 * Lines leave beside the requests that they tell of, many in one write. What is still on its
 * way when the process ends is written then.
 */
function standardOutput(): DestinationStream {
	const lines = batchLines(createDescriptorSink(STANDARD_OUTPUT), BATCH);
	process.on("exit", () => lines.flushSync());
	return lines;
}

/** Writes the time as pino wants it, and spells each second once, and each millisecond. */
function createTimestamp(now: () => number): () => string {
	let second = { sinceMs: Number.NaN, text: "" };
	let written = { ms: Number.NaN, text: "" };
	return () => {
		const ms = now();
		if (ms === written.ms) return written.text;
		const msOfSecond = ms % 1000;
		const sinceMs = ms - msOfSecond;
		if (sinceMs !== second.sinceMs) {
			second = {
				sinceMs,
				text: `,"time":"${new Date(sinceMs).toISOString().slice(0, -"000Z".length)}`,
			};
		}
		written = { ms, text: `${second.text}${String(msOfSecond).padStart(3, "0")}Z"` };
		return written.text;
	};
}

function requestForLog(request: { method: string; url: string }): object {
	return { method: request.method, path: request.url.split("?", 1)[0] };
}
