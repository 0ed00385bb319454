import { BUILD_HEADER, type Payload, parsePayload } from "../../../shared/page/payload.ts";
import { payloadOfPage } from "../../../shared/routing/routes.ts";
import { isFromGateway } from "../updates/connection.ts";

export interface PayloadSource {
	/** Id of the running build. */
	readonly buildId: string;
	readonly fetch: typeof globalThis.fetch;
	/** Called with the server's build id after each response that contains one. */
	readonly onBuild: (buildId: string) => void;
}

export interface PayloadRequest extends Pick<RequestInit, "method" | "body" | "signal"> {
	/** Absolute URL of the page. */
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
}

/** `unreachable`: a proxy cannot reach the server. `undefined`: no usable response. */
export type PayloadAnswer = Payload | "unreachable" | undefined;

/**
 * Fetches a payload, for a prefetch, a navigation or a form.
 *
 * @throws {DOMException} `AbortError` when the signal aborts.
 */
export async function loadPayload(
	{ buildId, fetch, onBuild }: PayloadSource,
	{ url, headers, ...init }: PayloadRequest,
): Promise<PayloadAnswer> {
	const { pathname, search } = new URL(url);
	// The page's own query follows the build id: guards may read it.
	const target = payloadOfPage(pathname, buildId) + search.replace("?", "&");
	try {
		const response = await fetch(target, {
			headers: { accept: "application/json", ...headers },
			...init,
		});
		if (isFromGateway(response)) return "unreachable";
		const build = response.headers.get(BUILD_HEADER);
		if (build !== null) onBuild(build);
		const isStreamed = response.headers.get("content-type")?.includes("ndjson") === true;
		if (!isStreamed) return parsePayload(await response.json());
		// Loaded on demand: few pages stream their data.
		const { readLines } = await import("../streamed-data.ts");
		return parsePayload(await readLines(response));
	} catch (error) {
		if (init.signal?.aborted === true) throw error;
		// Offline, a proxy's page, an incomplete body: the caller checks whether the server answers.
		return undefined;
	}
}
