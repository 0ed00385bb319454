import type { RouteTable } from "../routing/route-matcher.ts";
import { ASSETS_FOLDER } from "./build-manifest.ts";

/** Content of `/_nuxt/builds/latest.json`: the live build. */
export interface LatestBuild {
	readonly id: string;
	/** When this build was first live, in milliseconds since the Unix epoch. */
	readonly timestamp: number;
}

/** Path of the latest build, below the base path; the timestamp in its query bypasses caches. */
export function latestBuildPath(nowMs: number): string {
	return `/${ASSETS_FOLDER}/builds/latest.json?${nowMs}`;
}

/** Minimum time between two full loads of a path to recover from missing files or an old build. */
export const RELOAD_PAUSE_MS = 10_000;

/** Session storage key for the times at which URL paths were loaded in full. */
export const RELOAD_MARKS_KEY = "loggia-reloads";

/** Content of `/_nuxt/builds/meta/{buildId}.json`. */
export interface BuildMeta extends LatestBuild {
	readonly matcher: RouteTable;
	/** Paths of pages that the operator marked as prerendered, without base path. */
	readonly prerendered: readonly string[];
}

/** Path of a build's meta file, below the base path. */
export function buildMetaPath(buildId: string): string {
	return `/${ASSETS_FOLDER}/builds/meta/${buildId}.json`;
}
