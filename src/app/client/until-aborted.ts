/** Rejects when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<never> {
	const { promise, reject } = Promise.withResolvers<never>();
	if (signal.aborted) reject(signal.reason);
	signal.addEventListener("abort", () => reject(signal.reason));
	return promise;
}
