import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { createLineWriter } from "../../platform/line-writer.ts";

/** What the log says of one answer. */
export interface LoggedAnswer {
	readonly method: string;
	/** Without query string. */
	readonly path: string;
	readonly status: number;
	readonly durationMs: number;
}

export type LogAnswer = (answer: LoggedAnswer) => void;

/**
 * Makes a function that writes the same line as `plugins/access-log.ts`, in a tenth of its
 * time: no logger is made for the request, no object is searched for what to write, and the
 * request id is counted. Nobody but the log ever sees it.
 */
export function createAnswerLog(log: Logger): LogAnswer {
	const write = createLineWriter(log, "Answered");
	const idStart = randomUUID().slice(0, 24);
	let count = 0;
	return ({ method, path, status, durationMs }) => {
		if (!log.isLevelEnabled("info")) return;
		count += 1;
		const reqId = idStart + count.toString(16).padStart(12, "0");
		write(
			`,"reqId":"${reqId}","method":"${method}","path":${JSON.stringify(path)}` +
				`,"status":${status},"durationMs":${Math.round(durationMs * 10) / 10}`,
		);
	};
}
