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
 * time: no logger is made for the request, and no object is searched for what to write.
 */
export function createAnswerLog(log: Logger): LogAnswer {
	const write = createLineWriter(log, "Answered");
	return ({ method, path, status, durationMs }) =>
		write(
			`,"reqId":"${randomUUID()}","method":"${method}","path":${JSON.stringify(path)}` +
				`,"status":${status},"durationMs":${Math.round(durationMs * 10) / 10}`,
		);
}
