/**
 * For work that its starter does not await. A promise without a handler would end the process.
 *
 * @example
 * writeMeta().catch(logFailure(log, "The meta file cannot be written"));
 */
export function logFailure(
	log: { warn(details: object, message: string): void },
	message: string,
): (error: unknown) => void {
	return (error) => log.warn({ err: error }, message);
}
