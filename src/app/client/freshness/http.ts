import { type $Fetch, ofetch } from "ofetch";

export interface HttpClientOptions {
	/** The base of relative URLs: a URL, or a URL path of this site. */
	readonly baseUrl: string;
	/** Absent: the browser's own. Tests pass another. */
	readonly fetch?: typeof globalThis.fetch;
}

/** The client of the app's own calls. */
export type HttpClient = $Fetch;

/** A retry may succeed after these. */
export const RETRIED_STATUSES: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504];

/** A call that takes longer than this has failed. */
const TIMEOUT_MS = 10_000;

/**
 * Creates the client. It retries a GET once; other methods may have had their effect.
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
