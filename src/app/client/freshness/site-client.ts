import { buildMetaPath, parseRouteMatcher } from "../../../shared/builds/build-meta.ts";
import {
	type LatestBuild,
	latestBuildPath,
	parseLatestBuild,
} from "../../../shared/builds/latest-build.ts";
import type { PublicConfig } from "../../../shared/page/public-config.ts";
import type { RouteMatcher } from "../../../shared/routing/route-matcher.ts";
import { createHttpClient, type HttpClient } from "./http.ts";

/** The client for calls to the site itself, or to where the operator has put its endpoints. */
export function siteClient({
	http,
	basePath,
}: Pick<PublicConfig, "http" | "basePath">): HttpClient {
	return createHttpClient({ baseUrl: http.baseUrl === "" ? basePath : http.baseUrl });
}

/** @throws {Error} When there is no usable answer. */
export async function fetchLatestBuild(http: HttpClient, nowMs: number): Promise<LatestBuild> {
	return parseLatestBuild(await http<unknown>(latestBuildPath(nowMs)));
}

/** @throws {Error} When there is no usable answer. */
export async function fetchRouteMatcher(http: HttpClient, buildId: string): Promise<RouteMatcher> {
	return parseRouteMatcher(await http<unknown>(buildMetaPath(buildId)));
}
