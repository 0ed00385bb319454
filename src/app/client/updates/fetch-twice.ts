/** Statuses after which a retry may succeed. */
const RETRIED_STATUSES: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504];

/** Sends a GET, and sends it once more if a retry may succeed. */
export async function fetchTwice(
	fetch: typeof globalThis.fetch,
	url: string,
	init?: RequestInit,
): Promise<Response> {
	const first = await fetch(url, init).catch(() => undefined);
	const isFinal = first !== undefined && !RETRIED_STATUSES.includes(first.status);
	return isFinal ? first : fetch(url, init);
}
