import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS, dayOf } from "../../src/analytics/store/totals/roll-up.ts";
import type { BucketRange } from "../../src/analytics/store/totals/roll-up-reader.ts";
import { writeYear } from "./write-year.ts";

const TODAY = dayOf(Date.now());

/** Returns the last days before today. */
export function lastDays(count: number): BucketRange {
	return { from: TODAY - count, to: TODAY };
}

/** @returns The parameters `from` and `to` of questions. */
export function daysOf({ from, to }: BucketRange): { readonly from: string; readonly to: string } {
	return { from: isoDay(from), to: isoDay(to) };
}

/**
 * Writes a year of page views into the store of a data folder that has none.
 *
 * @returns Path of the store.
 */
export function prepareYear(folder: string, views: number): string {
	const path = join(folder, "analytics", "events.sqlite");
	if (existsSync(path)) return path;
	mkdirSync(join(folder, "analytics"), { recursive: true });
	writeYear(path, views, lastDays(365));
	// Writing the events leaves unwritten disk caches: without this, commits would wait for them.
	spawnSync("sync");
	return path;
}

function isoDay(day: number): string {
	return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
