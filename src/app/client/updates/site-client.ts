import {
	buildMetaPath,
	type LatestBuild,
	latestBuildPath,
} from "../../../shared/builds/build-meta.ts";
import { parseLatestBuild, parseRouteMatcher } from "../../../shared/builds/parse-build-meta.ts";
import type { RouteMatcher } from "../../../shared/routing/route-matcher.ts";
import { fetchTwice } from "./fetch-twice.ts";

const TIMEOUT_MS = 10_000;

/** @throws {Error} When there is no usable response. */
export async function fetchLatestBuild(
	fetch: typeof globalThis.fetch,
	basePath: string,
): Promise<LatestBuild> {
	return parseLatestBuild(await fetchJson(fetch, basePath + latestBuildPath(Date.now())));
}

/** @throws {Error} When there is no usable response. */
export async function fetchRouteMatcher(
	fetch: typeof globalThis.fetch,
	basePath: string,
	buildId: string,
): Promise<RouteMatcher> {
	return parseRouteMatcher(await fetchJson(fetch, basePath + buildMetaPath(buildId)));
}

async function fetchJson(fetch: typeof globalThis.fetch, url: string): Promise<unknown> {
	const response = await fetchTwice(fetch, url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
	if (!response.ok) throw new Error(`"${url}" cannot be read: its status is ${response.status}`);
	return response.json();
}
