import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { createLineWriter } from "../../platform/line-writer.ts";

/** What the log says of one answer. */
export interface LoggedAnswer {
	/** That of other lines about the request; absent: there are none. */
	readonly requestId?: string;
	readonly method: string;
	/** Without query string. */
	readonly path: string;
	readonly status: number;
	readonly durationMs: number;
}

export type LogAnswer = (answer: LoggedAnswer) => void;

/**
 * Makes a function that writes one line for each answer, in a tenth of the time that the logger
 * takes: no object is searched for what to write. Where nobody but the log ever sees the request
 * id, it is counted.
 */
export function createAnswerLog(log: Logger): LogAnswer {
	const write = createLineWriter(log, "Answered");
	const idStart = randomUUID().slice(0, 24);
	let count = 0;
	return ({ requestId, method, path, status, durationMs }) => {
		if (!log.isLevelEnabled("info")) return;
		count += 1;
		const reqId = requestId ?? idStart + count.toString(16).padStart(12, "0");
		write(
			`,"reqId":"${reqId}","method":"${method}","path":${JSON.stringify(path)}` +
				`,"status":${status},"durationMs":${Math.round(durationMs * 10) / 10}`,
		);
	};
}
