import type { SentRequest } from "../../pages/code-runner.ts";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a page of another origin sends a request that may change something. A form needs no permission
 * to send one, and the browser adds the visitor's cookies. Only browsers send these headers.
 *
 * @param allowed Other origins whose pages may send such requests.
 */
export function isForeignPost(
	{ url, method, headers }: SentRequest,
	allowed: readonly string[] = [],
): boolean {
	if (SAFE_METHODS.has(method)) return false;
	const { "sec-fetch-site": site, origin, host } = Object.fromEntries(headers);
	if (origin !== undefined && allowed.includes(origin)) return false;
	if (site !== undefined) return site !== "same-origin" && site !== "none";
	if (origin === undefined) return false;
	// The site may have other hosts than the one in its configured URL.
	return !URL.canParse(origin) || ![new URL(url).host, host].includes(new URL(origin).host);
}
