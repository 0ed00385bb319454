import type { Logger } from "pino";

/**
 * Logs rejected promises that have no handler. By default, Node ends the process, and one defect in
 * work that no visitor waits for would end all pages. An exception outside promises still ends it.
 */
export function logUnhandledRejections(
	log: Pick<Logger, "error">,
	process: Pick<NodeJS.Process, "on">,
): void {
	process.on("unhandledRejection", (reason) => {
		log.error({ err: reason }, "A rejected promise has no handler: the process continues");
	});
}
