import { parseRouteTable, RouteMatcher, type RouteTable } from "../routing/route-matcher.ts";
import { ASSETS_FOLDER } from "./build-manifest.ts";
import type { LatestBuild } from "./latest-build.ts";

/** What `/_nuxt/builds/meta/{buildId}.json` says. */
export interface BuildMeta extends LatestBuild {
	readonly matcher: RouteTable;
	/** Paths of pages that the operator has marked, without base path. */
	readonly prerendered: readonly string[];
}

/** Below the base path. */
export function buildMetaPath(buildId: string): string {
	return `/${ASSETS_FOLDER}/builds/meta/${buildId}.json`;
}

/**
 * The route rules out of a meta file.
 *
 * @throws {SyntaxError} When the value is no meta file.
 */
export function parseRouteMatcher(value: unknown): RouteMatcher {
	const table = typeof value === "object" && value !== null && "matcher" in value && value.matcher;
	const reading = parseRouteTable(table);
	if (reading === undefined) throw malformed(value);
	return new RouteMatcher(reading.rules);
}

function malformed(value: unknown): SyntaxError {
	return new SyntaxError(
		`The build meta is malformed: received ${JSON.stringify(value)?.slice(0, 80)}`,
	);
}
