import { writeSync } from "node:fs";
import { type DestinationStream, type Logger, pino } from "pino";
import { errorCodeOf } from "../error-code.ts";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
	/** Name of the service, a part of every line: both services may share one terminal. */
	readonly service: string;
	readonly level: LogLevel;
	/** Destination of lines; default: standard output. Tests pass a collector. */
	readonly destination?: DestinationStream;
}

/**
 * Creates a JSON logger that never logs visitors or their searches: a request has only method and
 * path in the log, without query string and address.
 */
export function createLogger({ service, level, destination }: LoggerOptions): Logger {
	const options = {
		level,
		base: { service },
		timestamp: timeOfLine,
		formatters: { level: (label: string) => ({ level: label }) },
		serializers: { req: requestForLog, err: pino.stdSerializers.err },
	};
	return pino(options, destination ?? standardOutput());
}

let last = { ms: 0, text: "" };

/** Many lines of a loaded service have the same millisecond, and a formatted date takes longer than the rest of a line. */
function timeOfLine(): string {
	const ms = Date.now();
	if (ms !== last.ms) last = { ms, text: `,"time":"${new Date(ms).toISOString()}"` };
	return last.text;
}

const STANDARD_OUTPUT = 1;

/** Lines are flushed together at this number of bytes, or at this interval in milliseconds. */
const BATCH = { minLength: 8 * 1024, periodicFlush: 50 } as const;

/** Maximum size of unread lines. Further lines are dropped, so that memory does not grow. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** Maximum wait for a stalled reader when the process ends. */
const FINAL_FLUSH_TIMEOUT_MS = 1000;

/** Writes lines asynchronously, so that requests do not wait. Flushes the rest when the process ends. */
function standardOutput(): DestinationStream {
	let giveUpAt = Number.POSITIVE_INFINITY;
	process.on("exit", () => {
		giveUpAt = performance.now() + FINAL_FLUSH_TIMEOUT_MS;
		const flush = isReaderGone() ? () => undefined : lines.flushSync.bind(lines);
		lines.flushSync = () => {
			try {
				flush();
			} catch {
				// The reader was stalled until the time-out: the last lines are lost.
			}
		};
	});
	const lines = pino.destination({
		dest: STANDARD_OUTPUT,
		sync: false,
		...BATCH,
		contentMode: "buffer",
		maxLength: MAX_WAITING_BYTES,
		retryEAGAIN: () => performance.now() < giveUpAt,
	});
	return {
		// A batch of strings would be copied for each line. The type of `write()` is that of the other mode.
		write: (line) => {
			lines.write(Buffer.from(line) as never);
		},
	};
}

/**
 * Whether the reader has closed standard output: the destination's final flush would still write to
 * it. Only a write shows this; a space before a line of JSON is valid.
 */
function isReaderGone(): boolean {
	try {
		writeSync(STANDARD_OUTPUT, " ");
		return false;
	} catch (error) {
		return errorCodeOf(error) !== "EAGAIN";
	}
}

function requestForLog(request: { method: string; url: string }): object {
	return { method: request.method, path: request.url.split("?", 1)[0] };
}
