import { join } from "node:path";
import { median } from "../median.ts";
import { createBenchSite } from "./bench-site.ts";
import { runPinned } from "./pinned-process.ts";
import type { Servers } from "./servers.ts";

/** Reads the pages of a site and writes their HTML, without anything around it. */
const BARE_PARSE = join(import.meta.dirname, "../baseline/bare-parse.ts");

const PAGES = 1_000;

/**
 * What it took on the machine for which the budgets in milliseconds and in events a second were
 * set. It follows from the product of 23 November 2026, whose first start took 2.52 s there, and 6.53 s where
 * this takes 2.33 s.
 */
const REFERENCE_MS = 900;

const RUNS = 5;

/** @returns How many times as long this machine takes as the one for which the budgets were set. */
export async function measureYardstick(servers: Servers): Promise<number> {
	const site = servers.adopt(await createBenchSite({ pages: PAGES, redirects: 0 }));
	const tookMs = Array.from({ length: RUNS }, () => runPinned([BARE_PARSE, join(site, "pages")]));
	return median(tookMs) / REFERENCE_MS;
}
