import { BUILD_HEADER, type Payload, parsePayload } from "../../../shared/page/payload.ts";
import { payloadUrl } from "../../../shared/routing/routes.ts";
import { isFromGateway } from "../updates/connection.ts";

export interface PayloadSource {
	readonly basePath: string;
	/** Id of the running build. */
	readonly buildId: string;
	readonly fetch: typeof globalThis.fetch;
	/** Called with the server's build id after each response that contains one. */
	readonly onBuild: (buildId: string) => void;
}

export interface PayloadRequest extends Pick<RequestInit, "method" | "body"> {
	/** Decoded, without base path. */
	readonly path: string;
	/** With its question mark, or empty. */
	readonly query: string;
	readonly signal?: AbortSignal;
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
	source: PayloadSource,
	{ path, query, headers, ...init }: PayloadRequest,
): Promise<PayloadAnswer> {
	// The page's own query follows the build id: guards may read it.
	const url = payloadUrl(source.basePath, path, source.buildId) + query.replace("?", "&");
	try {
		const response = await source.fetch(url, {
			headers: { accept: "application/json", ...headers },
			...init,
		});
		if (isFromGateway(response)) return "unreachable";
		const buildId = response.headers.get(BUILD_HEADER);
		if (buildId !== null) source.onBuild(buildId);
		return parsePayload(await response.json());
	} catch (error) {
		if (init.signal?.aborted === true) throw error;
		// Offline, a proxy's page, an incomplete body: the caller checks whether the server answers.
		return undefined;
	}
}
