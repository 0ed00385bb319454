import { createLogger } from "../../src/platform/observability/logger.ts";

type LoggerOptions = Parameters<typeof createLogger>[0];

/** A logger that collects its lines in a list. */
export function recordedLog(
	level: LoggerOptions["level"],
	service: LoggerOptions["service"] = "site",
) {
	const lines: string[] = [];
	const destination = { write: (line: string) => void lines.push(line) };
	return { log: createLogger({ service, level, destination }), lines };
}
