import { BUILD_HEADER, type Payload, parsePayload } from "../../../shared/page/payload.ts";
import { payloadUrl } from "../../../shared/routing/routes.ts";

export interface PayloadSource {
	readonly basePath: string;
	/** Of the running build. */
	readonly buildId: string;
	readonly fetch: typeof globalThis.fetch;
	/** Hears with every answer which build the server runs. */
	readonly onBuild: (buildId: string) => void;
}

export interface PayloadRequest {
	/** Decoded, without base path. */
	readonly path: string;
	/** With its question mark, or empty. */
	readonly query: string;
	readonly signal?: AbortSignal;
}

/**
 * Fetches a payload: every one goes through here, prefetched or needed at once.
 *
 * @returns `undefined` when there is no usable answer: offline, a proxy's error page, half a
 * body. The caller then leaves the destination to the browser.
 * @throws {DOMException} `AbortError` when the signal says so.
 */
export async function loadPayload(
	source: PayloadSource,
	{ path, query, signal }: PayloadRequest,
): Promise<Payload | undefined> {
	// The page's own query follows the build id: guards may look at it.
	const url = payloadUrl(source.basePath, path, source.buildId) + query.replace("?", "&");
	try {
		const response = await source.fetch(url, {
			headers: { accept: "application/json" },
			...(signal === undefined ? {} : { signal }),
		});
		const buildId = response.headers.get(BUILD_HEADER);
		if (buildId !== null) source.onBuild(buildId);
		return parsePayload(await response.json());
	} catch (error) {
		if (signal?.aborted === true) throw error;
		// Whatever it was, the browser's own way to the page shows it best.
		return undefined;
	}
}
