import { type DestinationStream, type Logger, pino } from "pino";

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
	return destination === undefined ? pino(options) : pino(options, destination);
}

function requestForLog(request: { method: string; url: string }): object {
	return { method: request.method, path: request.url.split("?", 1)[0] };
}
