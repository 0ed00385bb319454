import {
	buildMetaPath,
	type LatestBuild,
	latestBuildPath,
	parseLatestBuild,
	parseRouteMatcher,
} from "../../../shared/builds/build-meta.ts";
import type { PublicConfig } from "../../../shared/page/public-config.ts";
import type { RouteMatcher } from "../../../shared/routing/route-matcher.ts";
import { createHttpClient, type HttpClient } from "./http.ts";

/** The client for calls to the site itself, wherever `http.baseUrl` sends the app's other calls. */
export function siteClient(
	{ basePath }: Pick<PublicConfig, "basePath">,
	fetch?: typeof globalThis.fetch,
): HttpClient {
	return createHttpClient({ baseUrl: basePath, ...(fetch === undefined ? {} : { fetch }) });
}

/** @throws {Error} When there is no usable answer. */
export async function fetchLatestBuild(http: HttpClient, nowMs: number): Promise<LatestBuild> {
	return parseLatestBuild(await http<unknown>(latestBuildPath(nowMs)));
}

/** @throws {Error} When there is no usable answer. */
export async function fetchRouteMatcher(http: HttpClient, buildId: string): Promise<RouteMatcher> {
	return parseRouteMatcher(await http<unknown>(buildMetaPath(buildId)));
}
