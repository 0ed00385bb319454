import { type DestinationStream, type Logger, symbols } from "pino";

/** What pino keeps of a logger under its symbols, which its types leave out. */
interface LoggerParts {
	readonly [symbols.streamSym]: DestinationStream;
	/** Fields of every line, as JSON with a comma before each. */
	readonly [symbols.chindingsSym]: string;
	/** The field of the time, likewise. */
	readonly [symbols.timeSym]: () => string;
}

/**
 * Makes a function that logs at level `info` like `log.info({ … }, message)`, but takes the
 * fields as JSON, with a comma before each. For what is logged more often than anything else.
 * Whether the level is on is for the caller to ask, before there is any JSON.
 */
export function createLineWriter(log: Logger, message: string): (fields: string) => void {
	// Every logger of pino has them: its own functions read them under the same symbols.
	const parts = log as unknown as LoggerParts;
	const bindings = parts[symbols.chindingsSym];
	const end = `,"msg":${JSON.stringify(message)}}\n`;
	return (fields) => {
		const time = parts[symbols.timeSym]();
		parts[symbols.streamSym].write(`{"level":"info"${time}${bindings}${fields}${end}`);
	};
}
