import { writeSync } from "node:fs";
import { type DestinationStream, type Logger, pino } from "pino";
import { errorCodeOf } from "../error-code.ts";

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
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: { level: (label: string) => ({ level: label }) },
		serializers: { req: requestForLog, err: pino.stdSerializers.err },
	};
	return pino(options, destination ?? standardOutput());
}

const STANDARD_OUTPUT = 1;

/** Lines leave together when they come to as many bytes as this, or after so long. */
const BATCH = { minLength: 8 * 1024, periodicFlush: 50 } as const;

/** Of lines that no reader takes: more are lost, and memory is not. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** At the end of a process, a reader that takes nothing is given no more time than this. */
const FINAL_FLUSH_TIMEOUT_MS = 1000;

/** Lines leave beside the requests that they tell of; what still waits at the end is written then. */
function standardOutput(): DestinationStream {
	let giveUpAt = Number.POSITIVE_INFINITY;
	process.on("exit", () => {
		giveUpAt = performance.now() + FINAL_FLUSH_TIMEOUT_MS;
		const flush = isReaderGone() ? () => undefined : lines.flushSync.bind(lines);
		lines.flushSync = () => {
			try {
				flush();
			} catch {
				// The reader has taken nothing for as long as it may: the last lines are lost.
			}
		};
	});
	const lines = pino.destination({
		dest: STANDARD_OUTPUT,
		sync: false,
		...BATCH,
		maxLength: MAX_WAITING_BYTES,
		retryEAGAIN: () => performance.now() < giveUpAt,
	});
	return lines;
}

/**
 * The destination's own flush at the end of a process would try to reach a reader that is gone
 * for ever. Only writing tells; a space may stand before the next line of JSON.
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
