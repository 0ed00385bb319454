import { isRecord } from "../is-record.ts";
import { parseRouteTable, RouteMatcher } from "../routing/route-matcher.ts";
import type { LatestBuild } from "./build-meta.ts";

/** @throws {SyntaxError} When the value is not the endpoint's response, such as a proxy's page. */
export function parseLatestBuild(value: unknown): LatestBuild {
	const { id, timestamp } = isRecord(value) ? value : {};
	if (typeof id !== "string" || id === "") throw malformed("latest build", value);
	return { id, timestamp: typeof timestamp === "number" ? timestamp : 0 };
}

/**
 * Parses the route rules of a meta file.
 *
 * @throws {SyntaxError} When the value is not a meta file.
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
