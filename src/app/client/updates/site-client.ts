import { type $Fetch, ofetch } from "ofetch";
import {
	buildMetaPath,
	type LatestBuild,
	latestBuildPath,
} from "../../../shared/builds/build-meta.ts";
import { parseLatestBuild, parseRouteMatcher } from "../../../shared/builds/parse-build-meta.ts";
import type { RouteMatcher } from "../../../shared/routing/route-matcher.ts";
import { RETRIED_STATUSES } from "./fetch-twice.ts";

export interface HttpClientOptions {
	/** The base of relative URLs: a URL, or a URL path of this site. */
	readonly baseUrl: string;
	/** Absent: the browser's own; tests pass another. */
	readonly fetch?: typeof globalThis.fetch;
}

const TIMEOUT_MS = 10_000;

/** Creates the client for the app's own calls. It retries only GET, once: others may have taken effect. */
export function createHttpClient({ baseUrl, fetch }: HttpClientOptions): $Fetch {
	return ofetch.create(
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
}

/** @throws {Error} When there is no usable response. */
export async function fetchLatestBuild(http: $Fetch, nowMs: number): Promise<LatestBuild> {
	return parseLatestBuild(await http<unknown>(latestBuildPath(nowMs)));
}

/** @throws {Error} When there is no usable response. */
export async function fetchRouteMatcher(http: $Fetch, buildId: string): Promise<RouteMatcher> {
	return parseRouteMatcher(await http<unknown>(buildMetaPath(buildId)));
}
