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
	if (typeof value !== "object" || value === null) throw malformed(value);
	const { id, timestamp } = value as Record<string, unknown>;
	if (typeof id !== "string" || id === "") throw malformed(value);
	return { id, timestamp: typeof timestamp === "number" ? timestamp : 0 };
}

function malformed(value: unknown): SyntaxError {
	return new SyntaxError(
		`The latest build is malformed: received ${JSON.stringify(value)?.slice(0, 80)}`,
	);
}
