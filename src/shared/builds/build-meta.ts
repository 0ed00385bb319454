import { isRecord } from "../is-record.ts";
import { parseRouteTable, RouteMatcher, type RouteTable } from "../routing/route-matcher.ts";
import { ASSETS_FOLDER } from "./build-manifest.ts";

/** What `/_nuxt/builds/latest.json` says: which build is live. */
export interface LatestBuild {
	readonly id: string;
	/** When this build was first live, in milliseconds since the Unix epoch. */
	readonly timestamp: number;
}

/** Below the base path; the clock in its query passes every cache. */
export function latestBuildPath(nowMs: number): string {
	return `/${ASSETS_FOLDER}/builds/latest.json?${nowMs}`;
}

/** @throws {SyntaxError} When the value is not what the endpoint gives, such as a proxy's page. */
export function parseLatestBuild(value: unknown): LatestBuild {
	const { id, timestamp } = isRecord(value) ? value : {};
	if (typeof id !== "string" || id === "") throw malformed("latest build", value);
	return { id, timestamp: typeof timestamp === "number" ? timestamp : 0 };
}

/** A path is loaded in full at most once in this time. */
export const RELOAD_PAUSE_MS = 10_000;

/** The session storage key for the times at which URL paths were loaded in full. */
export const RELOAD_MARKS_KEY = "loggia-reloads";

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
	const reading = parseRouteTable(isRecord(value) ? value["matcher"] : undefined);
	if (reading === undefined) throw malformed("build meta", value);
	return new RouteMatcher(reading.rules);
}

function malformed(what: string, value: unknown): SyntaxError {
	const received = JSON.stringify(value)?.slice(0, 80);
	return new SyntaxError(`The ${what} is malformed: received ${received}`);
}
