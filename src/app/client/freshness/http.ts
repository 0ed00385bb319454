import { type $Fetch, ofetch } from "ofetch";

export interface HttpClientOptions {
	/** What relative URLs are relative to: a URL, or a URL path of this site. */
	readonly baseUrl: string;
	/** Absent: the browser's own. Tests pass another. */
	readonly fetch?: typeof globalThis.fetch;
}

/** The client of the app's own calls. */
export type HttpClient = $Fetch;

/** Answers that a second attempt may well turn into a good one. */
export const RETRIED_STATUSES: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504];

/** A call that takes longer than this has failed. */
const TIMEOUT_MS = 10_000;

/**
 * Makes the client. A GET is tried once more when the answer or the connection was bad;
 * nothing else is, because the first attempt may have had its effect.
 */
export function createHttpClient({ baseUrl, fetch }: HttpClientOptions): HttpClient {
	const client = ofetch.create(
		{
			...(baseUrl === "" ? {} : { baseURL: baseUrl }),
			timeout: TIMEOUT_MS,
			retryStatusCodes: [...RETRIED_STATUSES],
			onRequest({ options }) {
				options.retry ??= (options.method ?? "GET").toUpperCase() === "GET" ? 1 : false;
			},
		},
		fetch === undefined ? {} : { fetch },
	);
	return client;
}
